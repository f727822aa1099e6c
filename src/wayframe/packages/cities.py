"""The cities that a generated catalogue can hold, with what consistent flights need: where they lie and their clocks.

The list is our own: well-known cities of the fourteen countries of the Frames release, most prominent first, so that
a catalogue of n cities takes the first n.
"""

from __future__ import annotations

from math import asin, cos, radians, sin, sqrt
from typing import NamedTuple

EARTH_RADIUS_KM = 6371.0


class City(NamedTuple):
    """A city: degrees north and east, IANA time zone, prominence (3 most, 1 least), whether it has a beach."""

    name: str
    country: str
    latitude: float
    longitude: float
    zone: str
    prominence: int
    beach: bool


def distance_km(here: tuple[float, float], there: tuple[float, float]) -> float:
    """Great-circle distance in kilometres between two points in degrees (haversine)."""
    north, east, north2, east2 = map(radians, (*here, *there))
    half = sin((north2 - north) / 2) ** 2 + cos(north) * cos(north2) * sin((east2 - east) / 2) ** 2
    return 2 * EARTH_RADIUS_KM * asin(sqrt(half))


def _city(line: str) -> City:
    name, country, latitude, longitude, zone, prominence, *beach = (part.strip() for part in line.split("|"))
    return City(name, country, float(latitude), float(longitude), zone, int(prominence), bool(beach))


_TABLE = """
New York | United States | 40.71 | -74.01 | America/New_York | 3
Tokyo | Japan | 35.68 | 139.69 | Asia/Tokyo | 3
Paris | France | 48.86 | 2.35 | Europe/Paris | 3
Montreal | Canada | 45.50 | -73.57 | America/Toronto | 3
Berlin | Germany | 52.52 | 13.40 | Europe/Berlin | 3
Rome | Italy | 41.90 | 12.50 | Europe/Rome | 3
Barcelona | Spain | 41.39 | 2.17 | Europe/Madrid | 3 | beach
Sao Paulo | Brazil | -23.55 | -46.63 | America/Sao_Paulo | 3
Mexico City | Mexico | 19.43 | -99.13 | America/Mexico_City | 3
Toronto | Canada | 43.65 | -79.38 | America/Toronto | 3
Vancouver | Canada | 49.28 | -123.12 | America/Vancouver | 3 | beach
Seoul | South Korea | 37.57 | 126.98 | Asia/Seoul | 3
Buenos Aires | Argentina | -34.60 | -58.38 | America/Argentina/Buenos_Aires | 3
Athens | Greece | 37.98 | 23.73 | Europe/Athens | 3 | beach
Cape Town | South Africa | -33.92 | 18.42 | Africa/Johannesburg | 3 | beach
Punta Cana | Dominican Republic | 18.58 | -68.40 | America/Santo_Domingo | 3 | beach
Los Angeles | United States | 34.05 | -118.24 | America/Los_Angeles | 3 | beach
Rio de Janeiro | Brazil | -22.91 | -43.17 | America/Sao_Paulo | 3 | beach
Osaka | Japan | 34.69 | 135.50 | Asia/Tokyo | 3
Chicago | United States | 41.88 | -87.63 | America/Chicago | 3 | beach
San Francisco | United States | 37.77 | -122.42 | America/Los_Angeles | 3
Madrid | Spain | 40.42 | -3.70 | Europe/Madrid | 3
Munich | Germany | 48.14 | 11.58 | Europe/Berlin | 3
Cancun | Mexico | 21.16 | -86.85 | America/Cancun | 3 | beach
Miami | United States | 25.76 | -80.19 | America/New_York | 3 | beach
Milan | Italy | 45.46 | 9.19 | Europe/Rome | 2
Kyoto | Japan | 35.01 | 135.77 | Asia/Tokyo | 3
Las Vegas | United States | 36.17 | -115.14 | America/Los_Angeles | 3
Boston | United States | 42.36 | -71.06 | America/New_York | 3
Frankfurt | Germany | 50.11 | 8.68 | Europe/Berlin | 2
Venice | Italy | 45.44 | 12.32 | Europe/Rome | 3 | beach
Lyon | France | 45.76 | 4.84 | Europe/Paris | 2
Orlando | United States | 28.54 | -81.38 | America/New_York | 3
Honolulu | United States | 21.31 | -157.86 | Pacific/Honolulu | 3 | beach
Washington | United States | 38.91 | -77.04 | America/New_York | 3
Salvador | Brazil | -12.97 | -38.50 | America/Bahia | 2 | beach
Calgary | Canada | 51.05 | -114.07 | America/Edmonton | 2
Ottawa | Canada | 45.42 | -75.70 | America/Toronto | 2
Busan | South Korea | 35.18 | 129.08 | Asia/Seoul | 2 | beach
Johannesburg | South Africa | -26.20 | 28.05 | Africa/Johannesburg | 2
Santo Domingo | Dominican Republic | 18.49 | -69.93 | America/Santo_Domingo | 2 | beach
Seattle | United States | 47.61 | -122.33 | America/Los_Angeles | 2
Denver | United States | 39.74 | -104.99 | America/Denver | 2
Guadalajara | Mexico | 20.67 | -103.35 | America/Mexico_City | 2
Sapporo | Japan | 43.06 | 141.35 | Asia/Tokyo | 2
Florence | Italy | 43.77 | 11.26 | Europe/Rome | 3
Seville | Spain | 37.39 | -5.99 | Europe/Madrid | 2
Hamburg | Germany | 53.55 | 9.99 | Europe/Berlin | 2
Marseille | France | 43.30 | 5.37 | Europe/Paris | 2 | beach
Brasilia | Brazil | -15.79 | -47.88 | America/Sao_Paulo | 2
Atlanta | United States | 33.75 | -84.39 | America/New_York | 2
Houston | United States | 29.76 | -95.37 | America/Chicago | 2
Dallas | United States | 32.78 | -96.80 | America/Chicago | 2
San Diego | United States | 32.72 | -117.16 | America/Los_Angeles | 2 | beach
Philadelphia | United States | 39.95 | -75.17 | America/New_York | 2
New Orleans | United States | 29.95 | -90.07 | America/Chicago | 2
Quebec City | Canada | 46.81 | -71.21 | America/Toronto | 2
Naples | Italy | 40.85 | 14.27 | Europe/Rome | 2 | beach
Valencia | Spain | 39.47 | -0.38 | Europe/Madrid | 2 | beach
Fukuoka | Japan | 33.59 | 130.40 | Asia/Tokyo | 2 | beach
Recife | Brazil | -8.05 | -34.88 | America/Recife | 2 | beach
Fortaleza | Brazil | -3.73 | -38.52 | America/Fortaleza | 2 | beach
Monterrey | Mexico | 25.69 | -100.32 | America/Monterrey | 2
Mendoza | Argentina | -32.89 | -68.85 | America/Argentina/Mendoza | 2
Thessaloniki | Greece | 40.64 | 22.94 | Europe/Athens | 1
Durban | South Africa | -29.86 | 31.02 | Africa/Johannesburg | 1 | beach
Jeju | South Korea | 33.50 | 126.53 | Asia/Seoul | 2 | beach
Puerto Plata | Dominican Republic | 19.79 | -70.69 | America/Santo_Domingo | 1 | beach
Phoenix | United States | 33.45 | -112.07 | America/Phoenix | 2
Portland | United States | 45.52 | -122.68 | America/Los_Angeles | 2
Austin | United States | 30.27 | -97.74 | America/Chicago | 2
Nashville | United States | 36.16 | -86.78 | America/Chicago | 2
Minneapolis | United States | 44.98 | -93.27 | America/Chicago | 1
Detroit | United States | 42.33 | -83.05 | America/Detroit | 1
Salt Lake City | United States | 40.76 | -111.89 | America/Denver | 1
San Antonio | United States | 29.42 | -98.49 | America/Chicago | 1
Edmonton | Canada | 53.55 | -113.49 | America/Edmonton | 1
Halifax | Canada | 44.65 | -63.58 | America/Halifax | 1 | beach
Winnipeg | Canada | 49.90 | -97.14 | America/Winnipeg | 1
Nagoya | Japan | 35.18 | 136.91 | Asia/Tokyo | 1
Hiroshima | Japan | 34.39 | 132.46 | Asia/Tokyo | 2
Kobe | Japan | 34.69 | 135.20 | Asia/Tokyo | 1 | beach
Naha | Japan | 26.21 | 127.68 | Asia/Tokyo | 2 | beach
Cologne | Germany | 50.94 | 6.96 | Europe/Berlin | 2
Dresden | Germany | 51.05 | 13.74 | Europe/Berlin | 1
Stuttgart | Germany | 48.78 | 9.18 | Europe/Berlin | 1
Malaga | Spain | 36.72 | -4.42 | Europe/Madrid | 2 | beach
Bilbao | Spain | 43.26 | -2.93 | Europe/Madrid | 1 | beach
Bordeaux | France | 44.84 | -0.58 | Europe/Paris | 1
Toulouse | France | 43.60 | 1.44 | Europe/Paris | 1
Palermo | Italy | 38.12 | 13.36 | Europe/Rome | 1 | beach
Turin | Italy | 45.07 | 7.69 | Europe/Rome | 1
Porto Alegre | Brazil | -30.03 | -51.23 | America/Sao_Paulo | 1
Curitiba | Brazil | -25.43 | -49.27 | America/Sao_Paulo | 1
Belo Horizonte | Brazil | -19.92 | -43.94 | America/Sao_Paulo | 1
Manaus | Brazil | -3.12 | -60.02 | America/Manaus | 1
Florianopolis | Brazil | -27.60 | -48.55 | America/Sao_Paulo | 2 | beach
Puerto Vallarta | Mexico | 20.65 | -105.23 | America/Mexico_City | 2 | beach
Merida | Mexico | 20.97 | -89.59 | America/Merida | 1
Oaxaca | Mexico | 17.07 | -96.73 | America/Mexico_City | 1
Cordoba | Argentina | -31.42 | -64.18 | America/Argentina/Cordoba | 1
Bariloche | Argentina | -41.13 | -71.31 | America/Argentina/Salta | 1 | beach
Cleveland | United States | 41.50 | -81.69 | America/New_York | 1
Pittsburgh | United States | 40.44 | -80.00 | America/New_York | 1
St. Louis | United States | 38.63 | -90.20 | America/Chicago | 1
Kansas City | United States | 39.10 | -94.58 | America/Chicago | 1
Tampa | United States | 27.95 | -82.46 | America/New_York | 1 | beach
Indianapolis | United States | 39.77 | -86.16 | America/Indiana/Indianapolis | 1
Milwaukee | United States | 43.04 | -87.91 | America/Chicago | 1 | beach
Heraklion | Greece | 35.34 | 25.14 | Europe/Athens | 1 | beach
Sendai | Japan | 38.27 | 140.87 | Asia/Tokyo | 1
Nagasaki | Japan | 32.75 | 129.88 | Asia/Tokyo | 1 | beach
Leipzig | Germany | 51.34 | 12.37 | Europe/Berlin | 1
Granada | Spain | 37.18 | -3.60 | Europe/Madrid | 1
Palma | Spain | 39.57 | 2.65 | Europe/Madrid | 2 | beach
Strasbourg | France | 48.57 | 7.75 | Europe/Paris | 1
Bologna | Italy | 44.49 | 11.34 | Europe/Rome | 1
Victoria | Canada | 48.43 | -123.37 | America/Vancouver | 1 | beach
Daegu | South Korea | 35.87 | 128.60 | Asia/Seoul | 1
Ushuaia | Argentina | -54.80 | -68.30 | America/Argentina/Ushuaia | 1
Acapulco | Mexico | 16.86 | -99.88 | America/Mexico_City | 1 | beach
Mazatlan | Mexico | 23.25 | -106.41 | America/Mazatlan | 1 | beach
Natal | Brazil | -5.79 | -35.21 | America/Fortaleza | 1 | beach
Belem | Brazil | -1.46 | -48.50 | America/Belem | 1
Charlotte | United States | 35.23 | -80.84 | America/New_York | 1
Memphis | United States | 35.15 | -90.05 | America/Chicago | 1
Baltimore | United States | 39.29 | -76.61 | America/New_York | 1
Sacramento | United States | 38.58 | -121.49 | America/Los_Angeles | 1
Albuquerque | United States | 35.08 | -106.65 | America/Denver | 1
Anchorage | United States | 61.22 | -149.90 | America/Anchorage | 1
Savannah | United States | 32.08 | -81.09 | America/New_York | 1
"""

CITIES: tuple[City, ...] = tuple(_city(line) for line in _TABLE.strip().splitlines())
