import { pathTo } from "#areas.ts";
import { ImportPage } from "#web/kit/import/ImportPage.tsx";

/** A register of assets from a file. */
export default function AssetImport() {
  return (
    <ImportPage
      title="Import assets"
      kind="assets"
      things="assets"
      permission="asset.import"
      closed={{
        title: "You cannot import assets",
        text: "Asset managers and administrators can. An administrator grants the duty under Team.",
      }}
      nouns={["assets"]}
      done={pathTo("assets")}
      help={
        <p>
          CSV, XLSX or GeoJSON, one asset a row or shape: tag, name, class, department, where it
          stands or its latitude and longitude, cost, first day in service. Of a line its middle
          counts. A tag that is there already is left as it is.
        </p>
      }
    />
  );
}
