import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import type { OfferedAction } from "#kernel/lifecycle.ts";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { releaseCycle } from "../incident/incident.labels.ts";
import type { Release } from "../incident/incident.model.ts";

type Detail = Release & { actions: OfferedAction[] };

/** One release: written, approved by somebody else, published on the citizen portal. */
export default function ReleasePage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<Detail>
      path="/api/v1/incident-releases"
      id={id}
      lifecycle={releaseCycle}
      title={(r) => r.title}
      subtitle={(r) => (
        <Link to={pathTo("incident", { id: r.incidentId })}>Incident {r.incident}</Link>
      )}
      tabs={[
        {
          id: "text",
          label: "Text",
          content: (r) => (
            <p className="max-w-[68ch] whitespace-pre-wrap text-16 leading-6">{r.body}</p>
          ),
        },
      ]}
      rail={(r) => (
        <Facts>
          <Fact label="Written by">{r.author ?? "—"}</Fact>
        </Facts>
      )}
    />
  );
}
