import { useState } from "react";
import { Link } from "react-router";
import { names, options } from "#kernel/labels.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { Panel } from "#web/kit/states.tsx";
import { exposures } from "./alert.labels.ts";
import type { AlertDetail, Exposed } from "./alert.model.ts";

type Group = Exposed["group"];
type Kind = AlertDetail["exposure"]["byNoun"][number];

const columns: readonly Column<Exposed>[] = [
  {
    id: "label",
    label: "Record",
    kind: "text",
    sortable: false,
    value: (row) => row.label,
    cell: (row) => <Link to={row.href}>{row.label}</Link>,
  },
  { id: "nounLabel", label: "Kind", kind: "text", sortable: false, value: (row) => row.nounLabel },
  { id: "about", label: "About", kind: "text", sortable: false, value: (row) => row.about },
  {
    id: "group",
    label: "How sure",
    kind: "text",
    sortable: false,
    value: (row) =>
      [
        exposures[row.group].split(":")[0],
        row.byZip && "placed by its ZIP",
        row.fresh && "newly inside",
      ]
        .filter(Boolean)
        .join(", "),
  },
];
const filters: readonly Filter[] = [{ id: "fresh", label: "Newly inside", kind: "flag" }];

// "Vendors 12, purchase orders 3": what of each kind is inside or may be.
const kindsSaid = (byNoun: readonly Kind[]): string =>
  byNoun
    .filter(({ inside, possibly }) => inside + possibly > 0)
    .map(({ label, inside, possibly }) => `${label} ${inside + possibly}`)
    .join(", ");

const finding = ({ exposure, drawn }: AlertDetail): string => {
  const { inside, possibly, unjudged } = exposure.counts;
  if (drawn === "none") return `Area not drawn: none of ${unjudged} records can be judged`;
  const apart = unjudged ? `, ${unjudged} not judged because no place is known` : "";
  return `${inside} inside, ${possibly} possibly inside${apart}`;
};

/** What of the agency a warning holds: each group apart, open to its last record. */
export function ExposurePanel({ alert }: { alert: AlertDetail }) {
  const { counts, byNoun } = alert.exposure;
  const groups = names(exposures).filter((group) => counts[group] > 0);
  const [chosen, setChosen] = useState<Group | null>(null);
  const shown = chosen ?? groups[0];
  return (
    <Panel title={`Exposure: ${finding(alert)}`}>
      <div className="grid gap-3">
        {kindsSaid(byNoun) && (
          <p className="text-t2">Inside or possibly inside: {kindsSaid(byNoun)}.</p>
        )}
        {groups.length === 0 && <p>No record of the agency is inside or near.</p>}
        {groups.length > 0 && (
          <div className="flex flex-wrap gap-2" role="group" aria-label="Records">
            {options(exposures)
              .filter(({ value }) => counts[value] > 0)
              .map(({ value, label }) => (
                <button
                  key={value}
                  type="button"
                  className="btn btn-small"
                  aria-pressed={value === shown}
                  onClick={() => setChosen(value)}
                >
                  {label.split(":")[0]} ({counts[value]})
                </button>
              ))}
          </div>
        )}
        {shown && (
          <DataTable<Exposed>
            key={shown}
            name="exposed-records"
            title={exposures[shown]}
            path={`/api/v1/weather-alerts/${alert.id}/exposure`}
            columns={columns}
            filters={filters}
            fixed={`group=${shown}`}
            pageSize={10}
            embedded
            searchHint="Name of a record"
            empty={{ title: "No records", text: "None of this group." }}
          />
        )}
      </div>
    </Panel>
  );
}
