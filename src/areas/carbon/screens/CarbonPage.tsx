import { useState } from "react";
import { Held } from "#web/kit/Held.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { Tabs } from "#web/kit/Tabs.tsx";
import type { YearRow } from "../year/year.model.ts";
import { Credits } from "./Credits.tsx";
import { YearRecord } from "./YearRecord.tsx";

const OpenDialog = dialogOnDemand(async () => (await import("./OpenDialog.tsx")).OpenDialog);

function NoYear() {
  const [opening, setOpening] = useState(false);
  return (
    <div className="stack">
      <EmptyState
        kind="first-use"
        page
        title="No year is counted yet"
        action={
          <Held permission="carbon.prepare" what="Begin a year">
            <button type="button" className="btn btn-primary" onClick={() => setOpening(true)}>
              Begin a year
            </button>
          </Held>
        }
      >
        A year is counted from bills, issues of stores, driven routes and shipments; every kilogram
        opens its quantity, its factor and its record.
      </EmptyState>
      {opening && <OpenDialog next={null} onClose={() => setOpening(false)} />}
    </div>
  );
}

/** What the agency emitted: the newest year, and its credits. */
export default function CarbonPage() {
  const { data, error } = useGet<{ items: YearRow[] }>(
    "carbon-years",
    "/api/v1/carbon-years?status=open,reviewed,published&sort=-year,-versionNo&limit=1",
  );
  if (error) return <ErrorPanel error={error} what="The year" />;
  if (!data) return <RecordSkeleton />;
  const [newest] = data.items;
  if (newest) return <YearRecord id={newest.id} />;
  return (
    <Tabs
      label="Carbon"
      tabs={[
        { id: "year", label: "Year", content: () => <NoYear /> },
        { id: "credits", label: "Credits", content: () => <Credits /> },
      ]}
    />
  );
}
