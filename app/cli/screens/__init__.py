"""The screens of the application as pictures: the real window, driven as a person would."""
