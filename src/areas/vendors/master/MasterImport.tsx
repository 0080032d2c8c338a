import { useParams } from "react-router";
import { ImportPage } from "#web/kit/import/ImportPage.tsx";
import { EmptyState } from "#web/kit/states.tsx";

const helps = {
  places:
    "CSV or XLSX, one place a row, headings in the first line: name and kind, then street, city, state, ZIP, latitude, longitude, hours, note, first and last day. A name that is there already is changed where the file says something else; no place is taken away.",
  units:
    "CSV or XLSX, one unit a row, headings in the first line: unit, name, kind, and the factor to the base of its kind (each, m, m2, l, kg, hour, kWh). A unit that is there already is changed where the file says something else.",
  "cost-codes":
    "CSV or XLSX, one cost code a row, headings in the first line: code, name, and what it covers. A code that is there already is renamed where the file says something else; no code is taken away. Retire those of Levee's set that you do not use.",
} as const;

/** A shared list from a file. */
export default function MasterImport() {
  const { list = "" } = useParams();
  if (!Object.hasOwn(helps, list))
    return (
      <EmptyState page kind="no-access" title="There is no such list">
        Places, units and cost codes are imported here, commodity codes in the vendor directory.
      </EmptyState>
    );
  const things = list.replace("-", " ");
  return (
    <ImportPage
      title={`Import ${things}`}
      kind={list}
      things={things}
      permission="master.edit"
      closed={{
        title: `You cannot import ${things}`,
        text: "A manager or an administrator keeps this list. You can propose an entry under Master data.",
      }}
      nouns={[list]}
      done={`/master-data?tab=${list}`}
      help={<p>{helps[list as keyof typeof helps]}</p>}
    />
  );
}
