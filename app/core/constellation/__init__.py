"""The library as a sky: what connects the skills, the clusters they form, where they stand."""
