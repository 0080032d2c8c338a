import type { ShownTile } from "./dashboard.model.ts";
import type { TileInput } from "./dashboard.labels.ts";

/** What of a shown tile is kept. */
export const keptTile = ({ of, id, look, width }: ShownTile): TileInput => ({
  of,
  id,
  look,
  width,
});
