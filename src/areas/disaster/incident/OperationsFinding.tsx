import { pathTo } from "#areas.ts";
import { CountedFinding } from "#web/kit/CountedFinding.tsx";

const touching = "status=active&touch=inside,possibly,unjudged&test=false";

/** What holds of incidents, warnings and requests, above the boards of disaster operations. */
export function OperationsFinding() {
  return (
    <CountedFinding
      parts={[
        {
          path: "/api/v1/incidents",
          query: "open=true",
          says: ["incident is open", "incidents are open"],
          to: `${pathTo("disaster")}?open=true`,
        },
        {
          path: "/api/v1/weather-alerts",
          query: touching,
          says: ["warning in force touches the agency", "warnings in force touch the agency"],
          to: `${pathTo("weatherAlerts")}?${touching}`,
        },
        {
          path: "/api/v1/incident-requests",
          query: "open=true",
          says: ["resource request waits", "resource requests wait"],
          to: `${pathTo("disasterHub")}?open=true`,
        },
        {
          path: "/api/v1/incident-requests",
          query: "late=true",
          says: [
            "resource is past the time at which it is needed",
            "resources are past the time at which they are needed",
          ],
          to: `${pathTo("disasterHub")}?late=true`,
        },
      ]}
      none="No incident is open, no warning touches the agency, and no resource request waits."
    />
  );
}
