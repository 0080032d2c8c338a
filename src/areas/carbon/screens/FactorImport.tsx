import { pathTo } from "#areas.ts";
import { ImportPage } from "#web/kit/import/ImportPage.tsx";

/** Emission factors from a file. */
export default function FactorImport() {
  return (
    <ImportPage
      title="Import emission factors"
      kind="carbon-factors"
      things="factors"
      permission="carbon.prepare"
      closed={{
        title: "You cannot import factors",
        text: "Sustainability officers and managers can. An administrator grants the duty under Team.",
      }}
      nouns={["carbon-factors"]}
      done={pathTo("carbonFactors")}
      help={
        <p>
          CSV or XLSX, one version a row: key, name, unit, grams of each gas by the unit, the days
          on which it holds, and its source. Each waits until another person confirms it; a row that
          is there already word by word is left out.
        </p>
      }
    />
  );
}
