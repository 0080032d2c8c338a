import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Held } from "#web/kit/Held.tsx";
import { CheckboxField } from "#web/kit/form/fields.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { DepartmentField } from "#areas/organization/organization.ui.tsx";
import { countRule, countStatuses } from "./count.labels.ts";
import type { CountRow, CountsAnswer } from "./count.model.ts";

function NewCount({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <PostDialog
      title="Start a count"
      description="It looks for every asset that is in use now. Each is found by its label."
      path="/api/v1/asset-counts"
      submit="Begin"
      nouns={["asset-counts"]}
      values={{ federal: true, departmentId: "" }}
      onClose={onClose}
      onDone={({ id }) => void navigate(pathTo("assetCount", { id }))}
    >
      <CheckboxField name="federal" label="Only what federal money helped to buy" />
      <DepartmentField name="departmentId" label="Department" placeholder="All" />
    </PostDialog>
  );
}

function Counts({ items }: { items: readonly CountRow[] }) {
  const { timeZone } = useAgency();
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Counts">
      <table className="ledger w-full" aria-label="Counts">
        <thead>
          <tr>
            <th scope="col">Count</th>
            <th scope="col">Of</th>
            <th scope="col">Begun</th>
            <th scope="col">Status</th>
            <th scope="col" className="num">
              Found
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((one) => (
            <tr key={one.id}>
              <td>
                <Link className="mono" to={pathTo("assetCount", { id: one.id })}>
                  {one.number}
                </Link>
              </td>
              <td>
                {one.federal ? "Federal money" : "All assets"}
                {one.department && `, ${one.department}`}
              </td>
              <td>
                {formatInstant(one.createdAt, timeZone)}, {one.openedBy}
              </td>
              <td>
                <StatusBadge statuses={countStatuses} status={one.status} />
              </td>
              <td className="num">
                {one.found} of {one.assets}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** /asset-management/counts: physical counts, and what is overdue. */
export default function CountsPage() {
  const [adding, setAdding] = useState(false);
  const found = useGet<CountsAnswer>("asset-counts", "/api/v1/asset-counts", { first: true });
  return (
    <div className="stack">
      <div className="list-head !mb-0">
        <h1>Asset counts</h1>
        <Held permission="asset.edit" what="Start a count">
          <button type="button" className="btn btn-primary" onClick={() => setAdding(true)}>
            Start a count
          </button>
        </Held>
      </div>
      {found.isPending && <RecordSkeleton />}
      {found.isError && <ErrorPanel error={found.error} what="The counts" />}
      {found.data && (
        <p className={found.data.overdue ? "text-warning" : "text-t2"}>
          {found.data.overdue.toLocaleString("en-US")} assets with federal money were not found by a
          count in the last {countRule.years} years ({countRule.citation}).
        </p>
      )}
      {found.data?.items.length === 0 && (
        <EmptyState kind="first-use" title="Nothing was counted yet">
          A count lists what is in use; each asset is found by scanning its label.
        </EmptyState>
      )}
      {found.data && found.data.items.length > 0 && (
        <Panel title="Counts" aside={found.data.items.length}>
          <Counts items={found.data.items} />
        </Panel>
      )}
      {adding && <NewCount onClose={() => setAdding(false)} />}
    </div>
  );
}
