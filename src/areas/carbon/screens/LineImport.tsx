import { pathTo } from "#areas.ts";
import { ImportPage } from "#web/kit/import/ImportPage.tsx";

/** Readings of own meters and tanks from a file. */
export default function LineImport() {
  return (
    <ImportPage
      title="Import lines of a carbon year"
      kind="carbon-lines"
      things="lines"
      permission="carbon.prepare"
      closed={{
        title: "You cannot import lines",
        text: "Sustainability officers and managers can. An administrator grants the duty under Team.",
      }}
      nouns={["carbon-years", "carbon-lines"]}
      done={pathTo("carbon")}
      help={
        <p>
          CSV or XLSX, one reading a row: the activity&apos;s key, what it was, its day, quantity,
          unit and a reference of its own. It counts in the open year of its day; a reference that
          is there already is left out.
        </p>
      }
    />
  );
}
