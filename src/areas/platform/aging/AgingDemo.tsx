import { useCallback, useEffect, useState } from "react";
import { SiteToast, type ToastText } from "#web/site/SiteToast.tsx";
import {
  agingDepartments,
  agingAccounts,
  agingPrograms,
  demoNote,
  figuresOf,
} from "./aging.model.ts";
import type { AgingState } from "./aging-state.model.ts";
import { AccountsTab, FeaturesTab, GrantsTab, OrganizationTab } from "./AgingTabs.tsx";

const tabs = [
  ["accounts", "Demo Accounts"],
  ["organization", "Organization"],
  ["grants", "Sample Grants"],
  ["features", "Features"],
] as const;
type Tab = (typeof tabs)[number][0];

const initial: AgingState = {
  demo: true,
  setUp: false,
  expiresAt: null,
  expired: false,
  token: null,
  figures: figuresOf(agingPrograms, agingDepartments.length, agingAccounts.length),
};
const millions = (cents: number) => `$${(cents / 100_000_000).toFixed(1)}M`;

function Figures({ figures }: { figures: AgingState["figures"] }) {
  const shown = [
    [millions(figures.totalCents), "total grants"],
    [figures.programs, "active programs"],
    [figures.departments, "departments"],
    [figures.roles, "demo roles"],
  ] as const;
  return (
    <dl className="demo-figures">
      {shown.map(([value, label]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const expiry = (state: AgingState) => {
  if (!state.setUp || !state.expiresAt)
    return "The accounts work for 30 days from the day they are set up.";
  const day = new Date(state.expiresAt).toLocaleDateString("en-US", {
    year: "numeric",
    month: "long",
    day: "numeric",
  });
  return state.expired
    ? `The accounts ran out on ${day}. Set them up again to renew them.`
    : `The accounts work until ${day}.`;
};

/** Sends the set-up and tells what came of it (SPEC 8). */
const setUp = async (): Promise<ToastText> => {
  const answer = await fetch("/functions/v1/create-demo-user", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  }).catch(() => null);
  const body = (await answer?.json().catch(() => null)) as {
    message?: string;
    detail?: string;
  } | null;
  return answer?.ok
    ? { title: "Demo Setup Complete", text: body?.message ?? "Demo users created successfully" }
    : {
        title: "Setup Error",
        text: body?.detail ?? "Failed to create demo users",
        destructive: true,
      };
};

function SetUp({ state, onDone }: { state: AgingState; onDone: (toast: ToastText) => void }) {
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    onDone(await setUp());
    setBusy(false);
  };
  return (
    <div className="demo-setup">
      <div>
        <p>{expiry(state)}</p>
        <p className="text-t3 text-14">
          Simulated billing: {demoNote.plan} plan, $
          {(demoNote.monthlyCents / 100).toLocaleString("en-US")} per month, {demoNote.users}. The
          plan is simulated only; nothing is charged.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        {state.demo ? (
          <button
            type="button"
            className="btn btn-primary"
            aria-disabled={busy}
            onClick={() => {
              if (!busy) void run();
            }}
          >
            {busy ? "Setting up..." : "Setup Demo Users"}
          </button>
        ) : (
          <span className="text-t2">This installation has no demonstration accounts.</span>
        )}
        <a className="btn" href="/auth">
          Go Login
        </a>
      </div>
    </div>
  );
}

/** The demonstration of SPEC 2.9: figures, set-up, four tabs. */
export function AgingDemo() {
  const [state, setState] = useState(initial);
  const [tab, setTab] = useState<Tab>("accounts");
  const [toast, setToast] = useState<ToastText | null>(null);
  const load = useCallback(
    () =>
      void fetch("/api/v1/public/aging-demo")
        .then((answer) => (answer.ok ? answer.json() : initial))
        .then(
          (read: AgingState) => setState(read),
          () => undefined,
        ),
    [],
  );
  useEffect(load, [load]);
  const step = (event: React.KeyboardEvent) => {
    const at = tabs.findIndex(([id]) => id === tab);
    const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!move) return;
    event.preventDefault();
    const next = tabs[(at + move + tabs.length) % tabs.length]![0];
    setTab(next);
    document.getElementById(`aging-tab-${next}`)?.focus();
  };
  const content = {
    accounts: (
      <AccountsTab
        token={state.token}
        onCopied={(label) => setToast({ title: "Copied!", text: `${label} copied to clipboard` })}
      />
    ),
    organization: <OrganizationTab />,
    grants: <GrantsTab />,
    features: <FeaturesTab />,
  };
  return (
    <div className="demo">
      <Figures figures={state.figures} />
      <SetUp
        state={state}
        onDone={(said) => {
          setToast(said);
          load();
        }}
      />
      <div className="tabs" role="tablist" aria-label="Demonstration">
        {tabs.map(([id, label]) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`aging-tab-${id}`}
            aria-controls={`aging-${id}`}
            aria-selected={tab === id}
            tabIndex={tab === id ? 0 : -1}
            className="tab"
            onKeyDown={step}
            onClick={() => setTab(id)}
          >
            {label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`aging-${tab}`} aria-labelledby={`aging-tab-${tab}`} tabIndex={0}>
        {content[tab]}
      </div>
      <SiteToast toast={toast} onGone={() => setToast(null)} />
    </div>
  );
}
