import { useParams } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { ActionChoice } from "../incident/parts.tsx";
import { appetite, riskCycle } from "./risk.labels.ts";
import type { RiskDetail } from "./risk.model.ts";

const grades = ["1", "2", "3", "4", "5"].map((n) => [n, n] as const);
const assess = (
  <>
    <ActionChoice name="likelihood" label="Likelihood as it is" options={grades} />
    <ActionChoice name="impact" label="Impact as it is" options={grades} />
    <ActionChoice name="residualLikelihood" label="Likelihood that remains" options={grades} />
    <ActionChoice name="residualImpact" label="Impact that remains" options={grades} />
  </>
);
const treat = (
  <label className="field">
    <span className="label">What is done about it</span>
    <textarea name="treatment" className="field-control" rows={4} maxLength={8000} />
  </label>
);

/** One risk with its grades, its treatment and who accepts what remains. */
export default function RiskPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<RiskDetail>
      path="/api/v1/risks"
      id={id}
      lifecycle={riskCycle}
      title={(r) => r.title}
      subtitle={(r) => `Owner ${r.owner ?? "unknown"}, review on ${formatDate(r.reviewOn)}`}
      actionFields={{ assess, treat }}
      tabs={[
        {
          id: "risk",
          label: "Risk",
          content: (r) => (
            <>
              <p className="max-w-[68ch] whitespace-pre-wrap">{r.description}</p>
              <Facts>
                <Fact label="Inherent">
                  {r.inherent === null ? "—" : `${r.likelihood} × ${r.impact} = ${r.inherent}`}
                </Fact>
                <Fact label="Residual">
                  {r.residual === null
                    ? "—"
                    : `${r.residualLikelihood} × ${r.residualImpact} = ${r.residual}`}
                  {(r.residual ?? 0) > appetite && " (above appetite)"}
                </Fact>
                <Fact label="Target">{r.target}</Fact>
                <Fact label="Treatment">{r.treatment || "None yet"}</Fact>
                <Fact label="What everybody reads">
                  {r.published ? r.publicText : "Not published"}
                </Fact>
              </Facts>
            </>
          ),
        },
      ]}
      rail={() => null}
    />
  );
}
