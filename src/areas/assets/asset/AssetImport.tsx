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
          CSV or XLSX, one asset a row: tag, name, class, department, where it stands, cost, first
          day in service. A tag that is there already is left as it is.
        </p>
      }
    />
  );
}
