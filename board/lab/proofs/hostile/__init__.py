"""Sticks that are made to harm, by kind."""
