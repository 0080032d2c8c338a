import { pathTo } from "#areas.ts";
import { ImportPage } from "#web/kit/import/ImportPage.tsx";

/** Brings an agency's own codes in from a file: its NIGP list, for one. */
export default function CommodityImport() {
  return (
    <ImportPage
      title="Commodity codes"
      kind="commodities"
      things="codes"
      permission="vendor.import"
      closed={{
        title: "You cannot import commodity codes",
        text: "A buyer or an administrator can. An administrator grants the duty under Team.",
      }}
      nouns={["commodities"]}
      done={pathTo("vendors")}
      help={
        <>
          <p>
            CSV or XLSX, one code a row, headings in the first line: code and name. NAICS and PSC
            come with Levee; NIGP is licensed, so load the list that your agency has a licence for.
          </p>
          <p className="mt-2 text-14">
            A code that is there already is renamed where the file says something else. No code is
            taken away.
          </p>
        </>
      }
    />
  );
}
