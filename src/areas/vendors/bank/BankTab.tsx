import { Landmark, ShieldAlert } from "lucide-react";
import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import type { OfferedAction } from "#kernel/lifecycle.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import type { VendorDetail } from "../vendor/vendor.model.ts";
import { bankChangeStatuses } from "./bank.labels.ts";
import type { BankChangeRow, BankDetail } from "./bank.model.ts";
import { SharedAccount } from "./SharedAccount.tsx";

const EndDialog = dialogOnDemand(async () => (await import("./BankDialogs.tsx")).EndDialog);
const ProposeDialog = dialogOnDemand(async () => (await import("./BankDialogs.tsx")).ProposeDialog);
const VerifyDialog = dialogOnDemand(async () => (await import("./BankDialogs.tsx")).VerifyDialog);

type Account = Pick<BankChangeRow, "bankName" | "routingNumber" | "accountLast4" | "accountType">;

function AccountFacts({ account }: { account: Account }) {
  return (
    <>
      <Fact label="Bank">{account.bankName}</Fact>
      <Fact label="Routing number">
        <span className="mono">{account.routingNumber}</span>
      </Fact>
      <Fact label="Account">
        <span className="mono">••••••{account.accountLast4}</span> · {account.accountType}
      </Fact>
    </>
  );
}

function CurrentAccount({ bank, onPropose }: { bank: BankDetail; onPropose: () => void }) {
  const { timeZone } = useAgency();
  const { current } = bank;
  return (
    <Panel
      title="Account on file"
      aside={
        bank.canPropose && (
          <button type="button" className="btn btn-small" onClick={onPropose}>
            <Landmark aria-hidden="true" />
            {current ? "Propose a change" : "Propose an account"}
          </button>
        )
      }
    >
      {!current ? (
        <EmptyState kind="first-use" title="No verified account">
          ACH payments need one. One person proposes it, another calls the vendor and verifies it.
        </EmptyState>
      ) : (
        <div className="grid grid-cols-1 gap-4">
          {current.heldUntil && (
            <div className="notice tone-warning" role="status">
              <ShieldAlert aria-hidden="true" />
              <div>
                <strong>Payments to this account wait</strong>
                <p>
                  Bank details changed.{" "}
                  <DeadlineClock deadline={current.heldUntil} label="Held until" />
                </p>
              </div>
            </div>
          )}
          <SharedAccount others={current.sharedWith} />
          <Facts>
            <AccountFacts account={current} />
            <Fact label="In force since">{formatInstant(current.effectiveAt, timeZone)}</Fact>
          </Facts>
        </div>
      )}
    </Panel>
  );
}

function Actions({
  change,
  onPress,
}: {
  change: BankChangeRow;
  onPress: (action: OfferedAction) => void;
}) {
  const refused = change.actions.filter((action) => !action.enabled && action.reason);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {change.actions.map((action) => (
          <button
            key={action.name}
            type="button"
            className={`btn btn-small ${action.tone === "primary" ? "btn-primary" : ""}`}
            aria-disabled={!action.enabled}
            onClick={() => {
              if (action.enabled) onPress(action);
            }}
          >
            {action.label}
          </button>
        ))}
      </div>
      {refused.map((action) => (
        <p key={action.name} className="text-13 text-t3">
          {action.label} is not possible for you: {action.reason}
        </p>
      ))}
    </div>
  );
}

function Change({
  change,
  onPress,
}: {
  change: BankChangeRow;
  onPress: (action: OfferedAction) => void;
}) {
  const { timeZone } = useAgency();
  return (
    <li className="grid gap-3 border-t border-hair p-4 first:border-t-0">
      <div className="flex flex-wrap items-center gap-3">
        <span className="mono text-t2">{change.number}</span>
        <StatusBadge statuses={bankChangeStatuses} status={change.status} />
        <span className="text-13 text-t3">
          {change.proposer ?? "Former member"}, {formatInstant(change.proposedAt, timeZone)}
        </span>
      </div>
      <SharedAccount others={change.sharedWith} />
      <Facts>
        <AccountFacts account={change} />
        <Fact label="Request">{change.reason}</Fact>
        {change.calledAt && (
          <Fact label="Call-back">
            {change.calledWho}, {change.calledPhone}, {formatInstant(change.calledAt, timeZone)}
            {change.callNote ? `. ${change.callNote}` : ""}
          </Fact>
        )}
        {change.decidedAt && (
          <Fact label="Decided">
            {change.decider ?? "Former member"}, {formatInstant(change.decidedAt, timeZone)}
          </Fact>
        )}
      </Facts>
      {change.actions.length > 0 && <Actions change={change} onPress={onPress} />}
    </li>
  );
}

/** Where the vendor is paid, what is proposed, and every change with its call-back. */
export function BankTab({ vendor }: { vendor: VendorDetail }) {
  const bank = useGet<BankDetail>("vendors", `/api/v1/vendors/${vendor.id}/bank`);
  const [open, setOpen] = useState<
    "propose" | { change: BankChangeRow; action: OfferedAction } | null
  >(null);
  if (bank.isPending) return <RecordSkeleton />;
  if (!bank.data)
    return (
      <ErrorPanel error={bank.error} what="The bank details" onRetry={() => void bank.refetch()} />
    );
  const close = () => setOpen(null);
  return (
    <>
      <CurrentAccount bank={bank.data} onPropose={() => setOpen("propose")} />
      <Panel
        title="Changes"
        aside={`Payments wait ${counted(bank.data.holdHours, "hour")} after a change`}
        flush
      >
        {bank.data.changes.length === 0 ? (
          <p className="p-4 text-t2">None yet.</p>
        ) : (
          <ul>
            {bank.data.changes.map((change) => (
              <Change
                key={change.id}
                change={change}
                onPress={(action) => setOpen({ change, action })}
              />
            ))}
          </ul>
        )}
      </Panel>
      {open === "propose" && (
        <ProposeDialog vendorId={vendor.id} vendorName={vendor.name} onClose={close} />
      )}
      {open !== null &&
        open !== "propose" &&
        (open.action.name === "verify" ? (
          <VerifyDialog change={open.change} holdHours={bank.data.holdHours} onClose={close} />
        ) : (
          <EndDialog change={open.change} action={open.action} onClose={close} />
        ))}
    </>
  );
}
