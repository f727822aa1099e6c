"""Countries by the names that people give them, and the parts of the world that they lie in."""

from __future__ import annotations

COUNTRIES = {
    "usa": "United States", "the states": "United States", "the us": "United States", "america": "United States",
    "korea": "South Korea", "uk": "United Kingdom", "the uk": "United Kingdom", "england": "United Kingdom",
    "britain": "United Kingdom", "great britain": "United Kingdom", "scotland": "United Kingdom",
    "holland": "Netherlands", "czechia": "Czech Republic", "uae": "United Arab Emirates",
    "hawaii": "Honolulu",
}  # fmt: skip
"""Names that people give to countries."""

ELSEWHERE = """
    Australia  Austria  Bahamas  Belgium  Bolivia  Cambodia  Chile  China  Colombia  Costa Rica  Croatia  Cuba  Cyprus
    Czech Republic  Denmark  Ecuador  Egypt  Estonia  Fiji  Finland  Hungary  Iceland  India  Indonesia  Ireland  Israel
    Jamaica  Kenya  Laos  Latvia  Lebanon  Lithuania  Malaysia  Maldives  Malta  Mauritius  Morocco  Nepal  Netherlands
    New Zealand  Norway  Panama  Peru  Philippines  Poland  Portugal  Puerto Rico  Romania  Russia  Saudi Arabia
    Senegal  Serbia  Singapore  Slovakia  Slovenia  Sri Lanka  Sweden  Switzerland  Taiwan  Tanzania  Thailand  Tunisia
    Turkey  Ukraine  United Arab Emirates  United Kingdom  Uruguay  Venezuela  Vietnam
    Amsterdam  Auckland  Bali  Bangkok  Beijing  Bogota  Brussels  Bucharest  Budapest  Cairo  Copenhagen  Delhi  Dubai
    Dublin  Edinburgh  Geneva  Hanoi  Havana  Helsinki  Hong Kong  Istanbul  Jakarta  Jerusalem  Krakow  Lisbon
    London  Manila  Marrakech  Melbourne  Moscow  Mumbai  Nairobi  Oslo  Porto  Prague  Reykjavik  Santiago  Shanghai
    Stockholm  Sydney  Taipei  Tel Aviv  Venice  Vienna  Warsaw  Zurich
"""
"""Countries and cities that people ask for: one to which there are no trips is known for a place all the same."""

REGIONS = {
    "Europe": (
        "Austria", "Belgium", "Croatia", "Cyprus", "Czech Republic", "Denmark", "Estonia", "Finland", "France",
        "Germany", "Greece", "Hungary", "Iceland", "Ireland", "Italy", "Latvia", "Lithuania", "Malta", "Netherlands",
        "Norway", "Poland", "Portugal", "Romania", "Serbia", "Slovakia", "Slovenia", "Spain", "Sweden", "Switzerland",
        "Ukraine", "United Kingdom",
    ),
    "Scandinavia": ("Denmark", "Norway", "Sweden"),
    "Asia": (
        "Cambodia", "China", "India", "Indonesia", "Israel", "Japan", "Laos", "Lebanon", "Malaysia", "Maldives",
        "Nepal", "Philippines", "Saudi Arabia", "Singapore", "South Korea", "Sri Lanka", "Taiwan", "Thailand",
        "United Arab Emirates", "Vietnam",
    ),
    "South America": (
        "Argentina", "Bolivia", "Brazil", "Chile", "Colombia", "Ecuador", "Peru", "Uruguay", "Venezuela",
    ),
    "Central America": ("Costa Rica", "Panama"),
    "Latin America": (
        "Argentina", "Bolivia", "Brazil", "Chile", "Colombia", "Costa Rica", "Cuba", "Dominican Republic", "Ecuador",
        "Mexico", "Panama", "Peru", "Puerto Rico", "Uruguay", "Venezuela",
    ),
    "North America": ("Canada", "Mexico", "United States"),
    "Africa": ("Egypt", "Kenya", "Mauritius", "Morocco", "Senegal", "South Africa", "Tanzania", "Tunisia"),
    "the Caribbean": ("Bahamas", "Cuba", "Dominican Republic", "Jamaica", "Puerto Rico"),
    "Oceania": ("Australia", "Fiji", "New Zealand"),
}  # fmt: skip
"""Countries that people sum up in a word."""
