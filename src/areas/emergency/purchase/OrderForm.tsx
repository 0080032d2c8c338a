import { useDeferredValue, useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { Link, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { ChecksPanel } from "./ChecksPanel.tsx";
import { emergencyNouns } from "../emergency.nouns.ts";
import { OrderFields, quantitiesOf, type OrderForm as Values } from "./OrderFields.tsx";
import type { Preparation } from "../preparation/preparation.model.ts";
import type { Check } from "./purchase.model.ts";

type Prepared = { prepared: Preparation };
export type Issued = {
  id: string;
  number: string;
  orderId: string;
  orderNumber: string;
  ratifyBy: Instant;
  again: boolean;
};

/** Seconds since the form was opened, for whoever is in a hurry. */
function Elapsed() {
  const [begun] = useState(() => performance.now());
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(
      () => setSeconds(Math.floor((performance.now() - begun) / 1000)),
      1000,
    );
    return () => clearInterval(timer);
  }, [begun]);
  return (
    <p className="mono text-22" role="timer" aria-label="Time since you began">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, "0")}
    </p>
  );
}

function Beside({ prepared }: Prepared) {
  const { timeZone } = useAgency();
  const [declarationId, kitId, quantities, accountId, need] = useWatch({
    name: ["declarationId", "kitId", "quantities", "accountId", "need"],
  }) as [string, string, Record<string, string>, string, string];
  const declaration = prepared.declarations.find((each) => each.id === declarationId);
  const account = prepared.accounts.find((each) => each.id === accountId);
  const kit = prepared.kits.find((each) => each.id === kitId);
  const query = useDeferredValue(
    new URLSearchParams({
      ...(declarationId && { declarationId }),
      ...(kitId && { kitId }),
      quantities: (kit?.lines ?? []).map((l) => `${l.id}:${quantities[l.id] || "0"}`).join(","),
      ...(account && { accountStringId: account.accountStringId }),
      said: String((need ?? "").trim().length >= 20),
    }).toString(),
  );
  const answer = useGet<{ amount: number; checks: Check[] }>(
    "emergency-kits",
    `/api/v1/emergency-checks?${query}`,
    // The question lags behind the fields: it is asked once it names the kit itself.
    { enabled: query.includes("kitId="), keep: true },
  );
  return (
    <div className="grid content-start gap-4">
      <Panel title="Clock">
        <Elapsed />
        {declaration && (
          <>
            <p>Holds until {formatInstant(declaration.holdsUntil, timeZone)}</p>
            <DeadlineClock deadline={declaration.holdsUntil} short />
          </>
        )}
        <p className="mt-2 text-13 text-t2">
          Ratified within {prepared.ratifyHours} hours by whoever approved it.
        </p>
      </Panel>
      {kitId && answer.data ? (
        <ChecksPanel checks={answer.data.checks} amount={answer.data.amount} />
      ) : (
        <Panel title="Checks">
          <p className="text-t2">
            Exclusion, insurance, ceiling, price, funds and clauses are checked once a kit is
            chosen.
          </p>
        </Panel>
      )}
    </div>
  );
}

/** What became of the press: the order, and who is asked to ratify it. */
export function IssuedNotice({ issued }: { issued: Issued }) {
  return (
    <div className="notice tone-success" role="status">
      <div className="grid gap-1">
        <strong>
          <Link to={pathTo("order", { id: issued.orderId })}>{issued.orderNumber}</Link> is issued
        </strong>
        <p>
          {issued.again
            ? "It had gone out before; nothing was ordered twice. "
            : "The vendor is told. "}
          <Link to={pathTo("emergencyOrder", { id: issued.id })}>{issued.number}</Link> waits for
          its ratification.
        </p>
        <DeadlineClock deadline={issued.ratifyBy} label="Time to ratify:" short />
      </div>
    </div>
  );
}

type Asked = { kit: string | null; need: string | null };

// A warning's rule may have named the kit and the need in the address; they stay open to change.
const blank = ({ declarations, kits, accounts, approvers }: Preparation, asked: Asked): Values => {
  const all = kits.filter((kit) => kit.why === null);
  const named = all.filter((kit) => kit.id === asked.kit);
  const usable = named.length ? named : all;
  const entitled = approvers.filter((each) => each.now);
  return {
    requestId: crypto.randomUUID(),
    declarationId: declarations[0]?.id ?? "",
    kitId: usable.length === 1 ? usable[0]!.id : "",
    quantities: usable.length === 1 ? quantitiesOf(usable[0]) : {},
    accountId: accounts.length === 1 ? accounts[0]!.id : "",
    need: asked.need?.slice(0, 2000) ?? "",
    approverId: entitled.length === 1 ? entitled[0]!.personId : "",
    approvedHow: "",
    approvedAt: new Date().toISOString(),
    deliverTo: "",
  };
};

/** The one screen: six steps on the left, clock and checks on the right. */
export function OrderForm({
  prepared,
  onIssued,
}: Prepared & { onIssued: (issued: Issued) => void }) {
  const issue = useMutationAction<Issued>(...emergencyNouns);
  const [search] = useSearchParams();
  const [values] = useState(() =>
    blank(prepared, { kit: search.get("kit"), need: search.get("need") }),
  );
  const send = async ({ quantities, ...rest }: Values) => {
    const kit = prepared.kits.find((each) => each.id === rest.kitId);
    onIssued(
      await issue.mutateAsync({
        path: "/api/v1/emergency-purchases",
        body: {
          ...rest,
          quantities: (kit?.lines ?? []).map((line) => ({
            kitLineId: line.id,
            quantity: quantities[line.id] || "0",
          })),
        },
      }),
    );
  };
  return (
    <Form<Values>
      formKey="emergency-order"
      defaultValues={values}
      submitLabel="Issue"
      wide
      onSubmit={send}
    >
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_340px]">
        <div className="grid content-start gap-4">
          <OrderFields prepared={prepared} />
        </div>
        <Beside prepared={prepared} />
      </div>
    </Form>
  );
}
