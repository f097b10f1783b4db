"""The tools as plain HTTP under `/api`: for programs that do not speak the protocol."""
