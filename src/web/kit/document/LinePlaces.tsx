import { useEffect } from "react";
import { useWatch } from "react-hook-form";

export type TellPlaces = (places: readonly (number | null)[]) => void;

/** Tells which line of the document each line of the form came from: `from` of its lines. */
export function LinePlaces({ onPlaces }: { onPlaces: TellPlaces }) {
  const lines = useWatch({ name: "lines" }) as readonly { from: number | null }[];
  const places = JSON.stringify(lines.map(({ from }) => from));
  useEffect(() => onPlaces(JSON.parse(places) as (number | null)[]), [onPlaces, places]);
  return null;
}
