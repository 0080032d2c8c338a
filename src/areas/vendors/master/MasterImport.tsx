import { useNavigate, useParams } from "react-router";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { ImportWizard } from "#web/kit/import/ImportWizard.tsx";
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
  const { can } = useAuth();
  const navigate = useNavigate();
  if (!Object.hasOwn(helps, list))
    return (
      <EmptyState page kind="no-access" title="There is no such list">
        Places and units are imported here, commodity codes in the vendor directory.
      </EmptyState>
    );
  if (!can("master.edit"))
    return (
      <EmptyState page kind="no-access" title={`You cannot import ${list}`}>
        A manager or an administrator keeps this list. You can propose an entry under Master data.
      </EmptyState>
    );
  return (
    <div className="stack">
      <h1>Import {list}</h1>
      <ImportWizard
        kind={list}
        things={list}
        nouns={[list]}
        onDone={() => void navigate(`/master-data?tab=${list}`)}
        help={<p>{helps[list as keyof typeof helps]}</p>}
      />
    </div>
  );
}
