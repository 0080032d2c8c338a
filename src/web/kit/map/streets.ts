import { layers, namedFlavor } from "@protomaps/basemaps";
import { addProtocol, type Map as Graphics } from "maplibre-gl";
import { Protocol } from "pmtiles";
import { currentTheme } from "../../theme.ts";

addProtocol("pmtiles", new Protocol().tile);

/**
 * Draws streets, water and their names beneath everything else, from an archive of the installation.
 * Letters are those of the device, so nothing is asked of another server.
 */
export const drawStreets = (map: Graphics, address: string): void => {
  map.addSource("streets", {
    type: "vector",
    url: `pmtiles://${location.origin}${address}`,
  });
  const flavor = namedFlavor(currentTheme());
  for (const layer of layers("streets", flavor, { lang: "en" })) {
    // Symbols stand in a sheet that this installation does not have.
    if (layer.type === "symbol" && layer.layout) {
      if (!layer.layout["text-field"]) continue;
      delete layer.layout["icon-image"];
    }
    map.addLayer(layer as never, "counties");
  }
};
