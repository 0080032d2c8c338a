import { CircleCheck, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { parseMoney } from "#kernel/money.ts";
import { Panel } from "#web/kit/states.tsx";
import { policyTypes, type ApprovableType } from "./policy.labels.ts";
import { conditionFits, policyFor, type DocumentFacts } from "./policy-choice.model.ts";
import type { Policy } from "./policy.model.ts";
import { stagesOf, stepInWords, type Names } from "./policy-words.labels.ts";

type Choice = { id: string; name: string };
type Asked = {
  type: ApprovableType;
  amount: string;
  departmentId: string;
  fundId: string;
  commodity: string;
  emergency: boolean;
  change: boolean;
  requisitioned: boolean;
  drafts: boolean;
};

const factsOf = (asked: Asked): DocumentFacts | null => {
  const amount = parseMoney(asked.amount || "0");
  if (amount === null || amount < 0) return null;
  return {
    amount,
    departmentIds: asked.departmentId ? [asked.departmentId] : [],
    fundIds: asked.fundId ? [asked.fundId] : [],
    commodities: asked.commodity.trim() ? [asked.commodity.trim()] : [],
    emergency: asked.emergency,
    change: asked.change,
    requisitioned: asked.type === "purchaseOrder" && asked.requisitioned,
  };
};

// A draft stands in for the published version of the same definition, as it would after publishing.
const inForce = (policies: readonly Policy[], drafts: boolean): Policy[] => {
  const drafted = new Set(
    drafts ? policies.filter((p) => p.status === "draft").map((p) => p.definitionId) : [],
  );
  return policies.filter(
    (p) =>
      (p.status === "published" && !drafted.has(p.definitionId)) ||
      (drafts && p.status === "draft"),
  );
};

function Verdict({
  policies,
  facts,
  names,
}: {
  policies: readonly Policy[];
  facts: DocumentFacts;
  names: Names;
}) {
  const decides = policyFor(policies, facts);
  if (!decides)
    return (
      <p className="flex items-start gap-2 text-warning">
        <TriangleAlert className="mt-0.5" aria-hidden="true" />
        No policy covers this document. It could not be submitted: nothing is approved by default.
      </p>
    );
  const others = policies.filter(
    (policy) => policy !== decides && conditionFits(policy.condition, facts),
  );
  return (
    <div className="grid grid-cols-1 gap-2">
      <p className="flex items-start gap-2">
        <CircleCheck className="mt-0.5 text-success" aria-hidden="true" />
        <span>
          <b className="font-semibold">{decides.name}</b> decides{" "}
          <span className="text-t3">
            (order {decides.priority}, version {decides.versionNo}
            {decides.status === "draft" ? ", draft" : ""})
          </span>
        </span>
      </p>
      <ol className="ml-6 grid list-decimal gap-1 text-13 text-t2">
        {stagesOf(decides.steps).map((steps) => (
          <li key={steps[0]?.stage}>
            {steps.map((step) => stepInWords(step, names)).join(" · beside it: ")}
          </li>
        ))}
      </ol>
      {others.length > 0 && (
        <p className="text-13 text-t3">
          Also fits, with a higher order:{" "}
          {others.map((policy) => `${policy.name} (${policy.priority})`).join(", ")}.
        </p>
      )}
    </div>
  );
}

/** "Which policy decides a document like this?", answered by the same rule that the server uses. */
export function Simulator({
  policies,
  names,
  departments,
  funds,
}: {
  policies: readonly Policy[];
  names: Names;
  departments: readonly Choice[];
  funds: readonly Choice[];
}) {
  const [asked, setAsked] = useState<Asked>({
    type: "requisition",
    amount: "20,000.00",
    departmentId: "",
    fundId: "",
    commodity: "",
    emergency: false,
    change: false,
    requisitioned: false,
    drafts: false,
  });
  const set = (change: Partial<Asked>) => setAsked({ ...asked, ...change });
  const facts = factsOf(asked);
  return (
    <Panel title="Which policy decides?">
      <div className="grid grid-cols-1 gap-3">
        <label className="field">
          <span className="label">Document</span>
          <select
            className="field-control"
            value={asked.type}
            onChange={(e) => set({ type: e.target.value as ApprovableType })}
          >
            {Object.entries(policyTypes).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span className="label">Amount</span>
          <input
            className="field-control num"
            inputMode="decimal"
            value={asked.amount}
            aria-invalid={facts === null}
            onChange={(e) => set({ amount: e.target.value })}
          />
        </label>
        <label className="field">
          <span className="label">Department</span>
          <select
            className="field-control"
            value={asked.departmentId}
            onChange={(e) => set({ departmentId: e.target.value })}
          >
            <option value="">Any</option>
            {departments.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span className="label">Fund</span>
          <select
            className="field-control"
            value={asked.fundId}
            onChange={(e) => set({ fundId: e.target.value })}
          >
            <option value="">Any</option>
            {funds.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span className="label">Commodity code</span>
          <input
            className="field-control"
            value={asked.commodity}
            onChange={(e) => set({ commodity: e.target.value })}
          />
        </label>
        <div>
          <label className="check">
            <input
              type="checkbox"
              checked={asked.emergency}
              onChange={(e) => set({ emergency: e.target.checked })}
            />
            Emergency
          </label>
          <label className="check">
            <input
              type="checkbox"
              checked={asked.change}
              onChange={(e) => set({ change: e.target.checked })}
            />
            A change to what was approved
          </label>
          {asked.type === "purchaseOrder" && (
            <label className="check">
              <input
                type="checkbox"
                checked={asked.requisitioned}
                onChange={(e) => set({ requisitioned: e.target.checked })}
              />
              Within approved requisitions
            </label>
          )}
          <label className="check">
            <input
              type="checkbox"
              checked={asked.drafts}
              onChange={(e) => set({ drafts: e.target.checked })}
            />
            As if the drafts were published
          </label>
        </div>
        <div className="border-t border-hair pt-3" aria-live="polite">
          {facts ? (
            <Verdict
              policies={inForce(policies, asked.drafts).filter(
                (policy) => policy.documentType === asked.type,
              )}
              facts={facts}
              names={names}
            />
          ) : (
            <p className="text-danger">Enter an amount such as 20,000.00</p>
          )}
        </div>
      </div>
    </Panel>
  );
}
