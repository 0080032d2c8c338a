import { isEmptyArea, type Area, type Polygon } from "#kernel/geo/area.ts";
import type { Drawn } from "./alert.labels.ts";
import type { AlertMessage } from "./alert-message.model.ts";

/** Outlines by code, as far as they are known. */
export type Outlines = {
  zone: (ugc: string) => readonly Polygon[] | undefined;
  counties: (fips: readonly string[]) => Area;
};

/** A forecast zone (`MNZ060`); a county is written `MNC019`. */
export const isForecastZone = (code: string): boolean => /^[A-Z]{2}Z\d{3}$/.test(code);

// SAME: a digit for a part of the county, then its FIPS code.
const fipsOf = (code: string) => code.slice(-5);

// Of counties that UGC names only those of the message's own codes that end alike; where zones are
// named, all of them: which county a zone lies in is not said.
const countiesOf = (message: AlertMessage, live: readonly string[]): string[] => {
  const named = live.filter((code) => /^[A-Z]{2}C\d{3}$/.test(code));
  if (!live.some((code) => /^[A-Z]{2}[CZ]\d{3}$/.test(code)))
    return (live.length ? live : message.codes).map(fipsOf);
  if (live.some(isForecastZone)) return message.codes.map(fipsOf);
  const ends = new Set(named.map((code) => code.slice(3)));
  return message.codes.map(fipsOf).filter((fips) => ends.has(fips.slice(2)));
};

/**
 * The area by which a warning is judged, and where it comes from: as it draws it, else its forecast
 * zones where an outline of each is known, else whole counties. Where one outline cannot be read, the
 * counties stand in for it: too many are told rather than too few.
 */
export const areaOfMessage = (
  message: AlertMessage,
  live: readonly string[],
  outlines: Outlines,
): { drawn: Drawn; area: Area } => {
  const isDrawn = !isEmptyArea(message.area);
  if (isDrawn && !message.unread?.length) return { drawn: "polygon", area: message.area };
  const places = live.length ? live : message.zones;
  const zones = places.filter(isForecastZone).map(outlines.zone);
  if (!isDrawn && zones.length && zones.every((zone) => zone !== undefined)) {
    const counties = places.some((code) => !isForecastZone(code))
      ? outlines.counties(
          countiesOf(
            message,
            places.filter((code) => !isForecastZone(code)),
          ),
        )
      : { polygons: [], circles: [] };
    return {
      drawn: "zones",
      area: { polygons: [...zones.flat(), ...counties.polygons], circles: [] },
    };
  }
  const counties = outlines.counties(countiesOf(message, places));
  if (!isDrawn) return { drawn: isEmptyArea(counties) ? "none" : "counties", area: counties };
  const polygons = [...message.area.polygons, ...counties.polygons];
  return { drawn: "partly", area: { polygons, circles: message.area.circles } };
};

/** Parts of a county, by the first digit of a SAME code (47 CFR 11.31(c)). */
const parts: Readonly<Record<string, string>> = {
  1: "northwest part of ",
  2: "north part of ",
  3: "northeast part of ",
  4: "west part of ",
  5: "central part of ",
  6: "east part of ",
  7: "southwest part of ",
  8: "south part of ",
  9: "southeast part of ",
};
/** What a SAME code is called: `northwest part of Carver, Minnesota`. */
export const sameLabel = (code: string, nameOf: (fips: string) => string | undefined): string =>
  `${parts[code[0] ?? ""] ?? ""}${nameOf(fipsOf(code)) ?? code}`;
