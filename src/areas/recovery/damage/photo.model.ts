import { near } from "./damage.model.ts";
import { leadingDay } from "#kernel/time.ts";

type Photo = {
  name: string;
  takenAt: string | null;
  latitude: number | null;
  longitude: number | null;
};
type Place = { latitude: number | null; longitude: number | null; occurredOn: string };

const metres = 250;

/**
 * Where what cameras wrote into photographs disagrees with the damage: taken before it happened, or farther
 * than 250 m away. Photographs without such data say nothing.
 */
export const disagreements = (d: Place, photos: readonly Photo[]): string[] =>
  photos.flatMap((p) => [
    ...(p.takenAt && (leadingDay(p.takenAt) ?? "9") < d.occurredOn
      ? [`${p.name} was taken on ${leadingDay(p.takenAt)}, before the damage.`]
      : []),
    ...(p.latitude !== null &&
    p.longitude !== null &&
    d.latitude !== null &&
    d.longitude !== null &&
    !near(
      { latitude: d.latitude, longitude: d.longitude },
      { latitude: p.latitude, longitude: p.longitude },
      metres,
    )
      ? [`${p.name} was taken more than ${metres} m away.`]
      : []),
  ]);
