import { distanceBetween } from "#kernel/geo/fence.ts";

type Point = { latitude: number; longitude: number };

/** Further than so many metres apart, the place of a photo and that of the device do not fit. */
const farMetres = 250;
/** Longer than so many milliseconds apart, their times do not fit. */
const longMs = 10 * 60_000;

export type PhotoFacts = {
  /** What the camera wrote, as an instant where it knew its zone; null where it did not. */
  takenAt: number | null;
  latitude: number | null;
  longitude: number | null;
  /** Numbers of other captures and records that hold the same photo. */
  elsewhere: readonly string[];
};

/** What of a photo does not fit to its capture, in sentences. */
export const photoFlags = (
  photo: PhotoFacts,
  capture: { at: number; place: Point | null },
): string[] => {
  const { latitude, longitude, takenAt, elsewhere } = photo;
  const away =
    latitude === null || longitude === null || capture.place === null
      ? 0
      : distanceBetween({ latitude, longitude }, capture.place);
  const apart = takenAt === null ? 0 : Math.abs(takenAt - capture.at);
  return [
    ...(away > farMetres
      ? [`The camera says ${Math.round(away).toLocaleString("en-US")} m away from the device.`]
      : []),
    ...(apart > longMs
      ? [
          `The camera's time is ${Math.round(apart / 60_000).toLocaleString("en-US")} minutes from the capture's.`,
        ]
      : []),
    ...(elsewhere.length > 0 ? [`The same photo stands under ${elsewhere.join(", ")}.`] : []),
  ];
};
