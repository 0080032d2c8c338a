import { lazy, Suspense, useMemo, type ReactNode } from "react";
import { useRecord } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { AgencyMap } from "#areas/places/places.ui.tsx";
import type { AgentFindingDetail } from "../../finding/finding.model.ts";
import { pointsOf } from "../Sources.tsx";
import { useFindings } from "../useFindings.ts";
import { Checks } from "./Checks.tsx";
import { Days, datedOf } from "./Days.tsx";
import { Grid } from "./Grid.tsx";

const Beside = lazy(async () => ({ default: (await import("./Beside.tsx")).Beside }));

/** What the days of an agent's findings are. */
const dayTitles: Readonly<Record<string, string>> = {
  budget: "Lines by the day they run out",
  maintenance: "Work by the day it is due",
  "vendor-risk": "Events in time",
  requisition: "Needs by the day they are wanted",
};

type Drawn = NonNullable<AgentFindingDetail["picture"]>;
function Drawing({ of }: { of: Drawn }) {
  if (of.kind === "checks") return <Checks of={of} />;
  if (of.kind === "grid") return <Grid of={of} />;
  return (
    <Suspense>
      <Beside of={of} />
    </Suspense>
  );
}

function OfFinding({ id, otherwise }: { id: string; otherwise: ReactNode }) {
  const { data: finding } = useRecord<AgentFindingDetail>("/api/v1/agent-findings", id);
  const points = useMemo(() => (finding ? pointsOf(finding.sources) : []), [finding]);
  if (!finding) return null;
  if (finding.picture)
    return (
      <Panel title={finding.picture.title}>
        <Drawing key={finding.id} of={finding.picture} />
      </Panel>
    );
  if (points.length > 0)
    return (
      <section className="grid min-w-0 gap-2" aria-label="Map of what it names">
        <AgencyMap label="Map of what it names" points={points} alone near />
      </section>
    );
  return otherwise;
}

/** What stands first on an agent's page: the picture of the finding in hand, else what waits by its days. */
export function AgentPicture({ agent }: { agent: string }) {
  const { items, chosen, want } = useFindings(agent);
  const dated = datedOf(items);
  const days =
    dated.length > 0 ? (
      <Panel title={dayTitles[agent] ?? "What waits, by day"}>
        <Days dated={dated} chosen={chosen?.id ?? null} want={want} />
      </Panel>
    ) : null;
  if (!chosen) return null;
  if (agent in dayTitles && agent !== "requisition" && days) return days;
  return <OfFinding key={chosen.id} id={chosen.id} otherwise={days} />;
}
