import { useParams } from "react-router";
import { ImportPage } from "#web/kit/import/ImportPage.tsx";
import { EmptyState } from "#web/kit/states.tsx";

const helps = {
  places:
    "CSV or XLSX, one place a row, headings in the first line: name and kind, then street, city, state, ZIP, latitude, longitude, hours, note, first and last day. A name that is there already is changed where the file says something else; no place is taken away.",
  units:
    "CSV or XLSX, one unit a row, headings in the first line: unit, name, kind, and the factor to the base of its kind (each, m, m2, l, kg, hour, kWh). A unit that is there already is changed where the file says something else.",
} as const;

/** A shared list from a file. */
export default function MasterImport() {
  const { list = "" } = useParams();
  if (!Object.hasOwn(helps, list))
    return (
      <EmptyState page kind="no-access" title="There is no such list">
        Places and units are imported here, commodity codes in the vendor directory.
      </EmptyState>
    );
  return (
    <ImportPage
      title={`Import ${list}`}
      kind={list}
      things={list}
      permission="master.edit"
      closed={{
        title: `You cannot import ${list}`,
        text: "A manager or an administrator keeps this list. You can propose an entry under Master data.",
      }}
      nouns={[list]}
      done={`/master-data?tab=${list}`}
      help={<p>{helps[list as keyof typeof helps]}</p>}
    />
  );
}
