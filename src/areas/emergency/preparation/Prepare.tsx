import { Plus } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { shownDecimal, shownPrice } from "#kernel/quantity.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { ConfirmDialog } from "#web/kit/ConfirmDialog.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { emergencyNouns } from "../emergency.nouns.ts";
import type { Kit, Preparation } from "./preparation.model.ts";

const KitDialog = dialogOnDemand(async () => (await import("./KitDialog.tsx")).KitDialog);
const AccountDialog = dialogOnDemand(
  async () => (await import("./PrepareDialogs.tsx")).AccountDialog,
);
const ApproverDialog = dialogOnDemand(
  async () => (await import("./PrepareDialogs.tsx")).ApproverDialog,
);

type Ending = { path: string; what: string; then: string };
type Open = "account" | "approver" | { kit: Kit | null } | Ending | null;
type Part = { prepared: Preparation; open: (what: Open) => void };

function Section({
  title,
  add,
  none,
  children,
}: {
  title: string;
  add: { label: string; press: () => void } | null;
  none: string | null;
  children: ReactNode;
}) {
  return (
    <Panel
      title={title}
      aside={
        add && (
          <button type="button" className="btn btn-small" onClick={add.press}>
            <Plus aria-hidden="true" />
            {add.label}
          </button>
        )
      }
    >
      {none ? <p className="text-t2">{none}</p> : <ul className="grid gap-4">{children}</ul>}
    </Panel>
  );
}

const EndButton = ({ name, press }: { name: string; press: () => void }) => (
  <button
    type="button"
    className="btn btn-small btn-quiet"
    onClick={press}
    aria-label={`End ${name}`}
  >
    End
  </button>
);

function Kits({ prepared: { kits }, open }: Part) {
  const may = useAuth().can("emergency.prepare");
  return (
    <Section
      title="Kits"
      add={may ? { label: "New kit", press: () => open({ kit: null }) } : null}
      none={kits.length === 0 ? "No kit is prepared. A kit needs a contract in force." : null}
    >
      {kits.map((kit) => (
        <li key={kit.id} className="grid gap-1">
          <span className="flex flex-wrap items-center gap-2">
            <strong className="font-medium">{kit.name}</strong>
            <Link to={pathTo("contract", { id: kit.contractId })}>{kit.contract}</Link>
            <span className="text-t2">
              {kit.vendor}, {formatCents(kit.left)} left
            </span>
            {may && (
              <>
                <button
                  type="button"
                  className="btn btn-small btn-quiet"
                  aria-label={`Change ${kit.name}`}
                  onClick={() => open({ kit })}
                >
                  Change
                </button>
                <EndButton
                  name={kit.name}
                  press={() =>
                    open({
                      path: `/api/v1/emergency-kits/${kit.id}/actions/end`,
                      what: kit.name,
                      then: "It is not offered any more. Orders that went out stay.",
                    })
                  }
                />
              </>
            )}
          </span>
          {kit.why && <span className="text-warning">{kit.why}</span>}
          <span className="text-13 text-t2">
            {kit.lines
              .map(
                (line) =>
                  `${shownDecimal(line.quantity)} ${line.unit} ${line.description} at $${shownPrice(line.unitPrice)}`,
              )
              .join(" · ")}
          </span>
        </li>
      ))}
    </Section>
  );
}

function Accounts({ prepared: { accounts }, open }: Part) {
  const may = useAuth().can("emergency.prepare");
  return (
    <Section
      title="Accounts"
      add={may ? { label: "Set an account", press: () => open("account") } : null}
      none={accounts.length === 0 ? "No department has an account for emergencies yet." : null}
    >
      {accounts.map((account) => (
        <li key={account.id} className="flex flex-wrap items-center gap-2">
          <strong className="font-medium">{account.department}</strong>
          <span className="mono">{account.code}</span>
          <span className="text-t2">{formatCents(account.available)} available</span>
          {may && (
            <EndButton
              name={`the account of ${account.department}`}
              press={() =>
                open({
                  path: `/api/v1/emergency-accounts/${account.id}/actions/end`,
                  what: `the account of ${account.department}`,
                  then: "Nothing is charged to it by emergency orders any more.",
                })
              }
            />
          )}
        </li>
      ))}
    </Section>
  );
}

function Approvers({ prepared: { approvers, ratifyHours }, open }: Part) {
  const may = useAuth().can("emergency.declare");
  return (
    <Section
      title={`Who approves by telephone, and ratifies within ${ratifyHours} hours`}
      add={may ? { label: "Add a person", press: () => open("approver") } : null}
      none={approvers.length === 0 ? "Nobody may approve by telephone yet." : null}
    >
      {approvers.map((each) => (
        <li key={each.id} className="flex flex-wrap items-center gap-2">
          <strong className="font-medium">{each.name}</strong>
          <span>{each.telephone}</span>
          <span className="text-t2">
            {each.amountLimit === null
              ? "without a limit"
              : `up to ${formatCents(each.amountLimit)}`}
            , from {formatDate(each.fromOn)}
            {each.toOn && ` to ${formatDate(each.toOn)}`}
          </span>
          {may && (
            <EndButton
              name={each.name}
              press={() =>
                open({
                  path: `/api/v1/emergency-approvers/${each.id}/actions/end`,
                  what: `the entry of ${each.name}`,
                  then: "What was approved before is still to be ratified.",
                })
              }
            />
          )}
        </li>
      ))}
    </Section>
  );
}

function Opened({ what, close }: { what: Open; close: () => void }) {
  const act = useMutationAction(...emergencyNouns);
  const end = async ({ path, what: name }: Ending) => {
    try {
      await act.mutateAsync({ path });
      notify.done("Ended", name);
    } catch (error) {
      notify.failed(`${name} was not ended`, error);
    }
    close();
  };
  if (what === null) return null;
  if (what === "account") return <AccountDialog onClose={close} />;
  if (what === "approver") return <ApproverDialog onClose={close} />;
  if ("kit" in what) return <KitDialog kit={what.kit} onClose={close} />;
  return (
    <ConfirmDialog
      title={`End ${what.what}?`}
      description={what.then}
      confirm="End"
      onClose={close}
      ready={!act.isPending}
      onConfirm={() => void end(what)}
    />
  );
}

/** What is prepared before an emergency: kits, accounts, who approves by telephone. */
export default function Prepare() {
  const [what, open] = useState<Open>(null);
  const prepared = useGet<Preparation>("emergency-kits", "/api/v1/emergency-preparation", {
    first: true,
  });
  if (prepared.isPending) return <RecordSkeleton />;
  if (!prepared.data)
    return (
      <ErrorPanel
        error={prepared.error}
        what="What is prepared"
        onRetry={() => void prepared.refetch()}
      />
    );
  const part = { prepared: prepared.data, open };
  return (
    <div className="stack">
      <div>
        <h1 className="text-22 font-semibold">Prepared for an emergency</h1>
        <p className="text-t2">
          What is prepared on a quiet day is one choice on the{" "}
          <Link to={pathTo("emergencyDesk")}>emergency screen</Link>.
        </p>
      </div>
      <Kits {...part} />
      <Accounts {...part} />
      <Approvers {...part} />
      <Opened what={what} close={() => open(null)} />
    </div>
  );
}
