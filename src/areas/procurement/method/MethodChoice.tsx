import { useWatch } from "react-hook-form";
import { SelectField, TextArea } from "../../../web/kit/form/fields.tsx";
import { Panel } from "../../../web/kit/states.tsx";
import { useSettled } from "../price/PriceHint.tsx";
import { AdviceText, NearPurchases, useAdvice, type Like } from "./AdvicePanel.tsx";
import { methods } from "./method.labels.ts";

/** What the rules suggest for what is typed, and the form's fields `method` and `methodReason`. */
export function MethodChoice({ purchase }: { purchase: { amount: number; departmentId: string; like: Like } }) {
  const method = useWatch({ name: "method" }) as string;
  const asked = useSettled(purchase);
  const answer = useAdvice(asked.amount, asked.departmentId, asked.like).data;
  const alone = useAdvice(answer && answer.near.count > 0 ? asked.amount : 0, "", null).data;
  if (asked.amount <= 0) return <p className="text-t3">The rules suggest a method as soon as a line has a price.</p>;
  if (!answer) return <div className="skeleton h-28" role="status" aria-label="Asking the rules" />;
  if (!answer.advice) return <p className="text-warning">No procurement thresholds hold today. An administrator must add the rules before this can be submitted.</p>;
  const { advice } = answer;
  const other = method !== "" && method !== advice.method;
  return (
    <div className="grid grid-cols-1 gap-4">
      <Panel title="What the rules suggest" level="h3"><div className="grid grid-cols-1 gap-3 text-14"><AdviceText advice={advice} /><NearPurchases near={answer.near} amount={asked.amount} crosses={Boolean(alone?.advice && alone.advice.method !== advice.method)} />{answer.near.count > 0 && asked.like.uncoded.length > 0 && <p className="text-13 text-t3">A line without a commodity is compared with everything that its account paid. Name the commodity to compare with its like alone.</p>}</div></Panel>
      <SelectField name="method" label="Method" placeholder={`As suggested: ${methods[advice.method]}`} options={[advice.method, ...advice.alternatives].map((value) => ({ value, label: methods[value] }))} />
      {other && <TextArea name="methodReason" label="Reason for another method" required={method === "noncompetitive"} rows={3} maxLength={4000} hint={method === "noncompetitive" ? "2 CFR 200.320(c) asks for one: single source, emergency, permission, or inadequate competition." : "Approvers and auditors read it."} />}
    </div>
  );
}
