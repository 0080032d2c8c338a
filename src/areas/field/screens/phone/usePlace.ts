import { useEffect, useState } from "react";
import type { CapturePlace, WithoutPlace } from "../../capture/envelope.ts";

/** Where the device is, or why that is not known (yet). */
export type PlaceNow =
  | { place: CapturePlace; without: null }
  | { place: null; without: WithoutPlace };

const waitMs = 20_000;
const reasons: Readonly<Record<number, WithoutPlace>> = {
  1: "refused",
  2: "unavailable",
  3: "timed_out",
};
const pending: PlaceNow = { place: null, without: "timed_out" };

const placeOf = ({ coords, timestamp }: GeolocationPosition): CapturePlace => ({
  latitude: coords.latitude,
  longitude: coords.longitude,
  accuracy: coords.accuracy,
  at: new Date(timestamp).toISOString(),
});

/** Follows the place of the device while something is recorded. */
export const usePlace = (): PlaceNow => {
  const [now, setNow] = useState<PlaceNow>(pending);
  useEffect(() => {
    if (!("geolocation" in navigator)) {
      setNow({ place: null, without: "unavailable" });
      return;
    }
    const watch = navigator.geolocation.watchPosition(
      (position) => setNow({ place: placeOf(position), without: null }),
      ({ code }) =>
        setNow((old) =>
          old.place ? old : { place: null, without: reasons[code] ?? "unavailable" },
        ),
      { enableHighAccuracy: true, timeout: waitMs, maximumAge: 60_000 },
    );
    return () => navigator.geolocation.clearWatch(watch);
  }, []);
  return now;
};

const words: Readonly<Record<WithoutPlace, string>> = {
  refused: "No place: it is not allowed on this device.",
  unavailable: "No place: the device does not know where it is.",
  timed_out: "Looking for the place; it can be saved without one.",
  not_asked: "No place.",
};

/** What a form says of the place. */
export const placeSaid = ({ place, without }: PlaceNow): string =>
  place
    ? `Place known, within ${Math.round(place.accuracy).toLocaleString("en-US")} m.`
    : words[without];
