"""Descriptions, triggers and tags proposed for skills that say too little about themselves."""
