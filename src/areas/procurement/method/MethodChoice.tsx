import { TriangleAlert } from "lucide-react";
import { useWatch } from "react-hook-form";
import { SelectField, TextArea } from "#web/kit/form/fields.tsx";
import { Panel } from "#web/kit/states.tsx";
import { useSettled } from "../price/PriceHint.tsx";
import {
  AdviceText,
  NearPurchases,
  useAdvice,
  useChangeAdvice,
  type Advice,
  type AdviceAnswer,
  type Like,
  type Taking,
} from "./AdvicePanel.tsx";
import { methods } from "./method.labels.ts";

type Typed = { amount: number; departmentId: string; like: Like; taking?: Taking };

/**
 * What the rules suggest for what is typed, and the form's fields `method` and `methodReason`.
 * `unnamed`: what holds while no method is named, else the suggested one.
 */
export function MethodChoice({ purchase, unnamed }: { purchase: Typed; unnamed?: string }) {
  const asked = useSettled(purchase);
  const answer = useAdvice(asked.amount, asked.departmentId, asked.like, asked.taking).data;
  const alone = useAdvice(answer && answer.near.count > 0 ? asked.amount : 0, "", null).data;
  if (asked.amount <= 0)
    return <p className="text-t3">The rules suggest a method as soon as a line has a price.</p>;
  if (!answer) return <div className="skeleton h-28" role="status" aria-label="Asking the rules" />;
  if (!answer.advice)
    return (
      <p className="text-warning">
        No procurement thresholds hold today. An administrator must add the rules before this can be
        submitted.
      </p>
    );
  return (
    <Choice
      answer={answer}
      advice={answer.advice}
      purchase={asked}
      crosses={Boolean(alone?.advice && alone.advice.method !== answer.advice.method)}
      unnamed={unnamed ?? `As suggested: ${methods[answer.advice.method]}`}
    />
  );
}

type Chosen = {
  answer: AdviceAnswer;
  advice: Advice;
  purchase: { amount: number; like: Like };
  crosses: boolean;
  /** What holds while no method is named. */ unnamed: string;
  required?: boolean;
};

function Choice({ answer, advice, purchase, crosses, unnamed, required = false }: Chosen) {
  const method = useWatch({ name: "method" }) as string;
  const other = method !== "" && method !== advice.method;
  return (
    <div className="grid grid-cols-1 gap-4">
      <Panel title="What the rules suggest" level="h3">
        <div className="grid grid-cols-1 gap-3 text-14">
          <AdviceText advice={advice} />
          <NearPurchases near={answer.near} amount={purchase.amount} crosses={crosses} />
          {answer.near.count > 0 && purchase.like.uncoded.length > 0 && (
            <p className="text-13 text-t3">
              A line without a commodity is compared with everything that its account paid. Name the
              commodity to compare with its like alone.
            </p>
          )}
        </div>
      </Panel>
      <SelectField
        name="method"
        label="Method"
        required={required}
        placeholder={unnamed}
        options={[advice.method, ...advice.alternatives].map((value) => ({
          value,
          label: methods[value],
        }))}
      />
      {other && (
        <TextArea
          name="methodReason"
          label="Reason for another method"
          required={method === "noncompetitive"}
          rows={3}
          maxLength={4000}
          hint={
            method === "noncompetitive"
              ? "2 CFR 200.320(c) asks for one: single source, emergency, permission, or inadequate competition."
              : "Approvers and auditors read it."
          }
        />
      )}
    </div>
  );
}

/**
 * The same for an order that went out and costs more now: its method stands while it does for the
 * new amount, else another one is chosen.
 */
export function GrownMethod({
  orderId,
  purchase,
}: {
  orderId: string;
  purchase: { amount: number; like: Like };
}) {
  const asked = useSettled(purchase);
  const { data, error } = useChangeAdvice(orderId, asked.amount, asked.like);
  if (error && !data)
    return (
      <p className="text-warning">
        The rules cannot be asked now; the change is weighed when you send it.
      </p>
    );
  if (!data) return <div className="skeleton h-28" role="status" aria-label="Asking the rules" />;
  if (!data.weighed)
    return (
      <p className="text-t3">
        An evaluated award decided how this order is bought. Its growth is approved.
      </p>
    );
  const { advice, inForce, crosses } = data.weighed;
  if (!advice)
    return (
      <p className="text-warning">
        No procurement thresholds hold today. An administrator must add the rules before this can be
        sent.
      </p>
    );
  const outgrown = inForce?.outgrown ?? null;
  return (
    <div className="grid grid-cols-1 gap-4">
      {outgrown && (
        <p className="flex items-start gap-2 text-warning" role="status">
          <TriangleAlert className="mt-0.5 shrink-0" aria-hidden="true" />
          <span>{outgrown}</span>
        </p>
      )}
      <Choice
        answer={data.weighed}
        advice={advice}
        purchase={asked}
        crosses={crosses}
        required={outgrown !== null}
        unnamed={outgrown || !inForce ? "Choose a method" : `As before: ${methods[inForce.method]}`}
      />
    </div>
  );
}
