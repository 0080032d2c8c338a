import { useEffect, useState } from "react";
import { formatCents } from "#kernel/money.ts";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import {
  agingAccounts,
  agingDepartments,
  agingGrantNumber,
  agingOrganization,
  agingPrograms,
} from "./aging.model.ts";

const copiedMs = 2000;

/** Copies a value and says so for two seconds (SPEC 2.9). */
function Copy({
  value,
  label,
  onCopied,
}: {
  value: string;
  label: string;
  onCopied: (label: string) => void;
}) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    void navigator.clipboard.writeText(value).then(
      () => {
        setCopied(true);
        onCopied(label);
      },
      () => undefined,
    );
  return (
    <button type="button" className="btn btn-small" onClick={copy}>
      {copied ? "Copied!" : "Copy"}
      <span className="visually-hidden"> {label}</span>
    </button>
  );
}

/** Who can sign in, with which rights. The token is shown where demo mode is on. */
export function AccountsTab({
  token,
  onCopied,
}: {
  token: string | null;
  onCopied: (label: string) => void;
}) {
  return (
    <ul className="demo-cards">
      {agingAccounts.map((account) => (
        <li key={account.email} className="panel">
          <h2>{account.role}</h2>
          <p>{account.description}</p>
          <dl className="demo-credentials">
            <div>
              <dt>Email</dt>
              <dd>
                <span className="mono">{account.email}</span>
                <Copy
                  value={account.email}
                  label={`Email of the ${account.role}`}
                  onCopied={onCopied}
                />
              </dd>
            </div>
            <div>
              <dt>Password</dt>
              <dd>
                <span className="mono">{token ?? "after the set-up"}</span>
                {token && (
                  <Copy
                    value={token}
                    label={`Password of the ${account.role}`}
                    onCopied={onCopied}
                  />
                )}
              </dd>
            </div>
          </dl>
          <ul className="demo-rights" aria-label={`Permissions of the ${account.role}`}>
            {account.permissions.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

/** The agency and its departments, with how many of the ten programs each carries. */
export function OrganizationTab() {
  const [, ...parts] = agingDepartments;
  return (
    <div className="grid gap-8">
      <dl className="facts-row demo-facts">
        <div>
          <dt>Name</dt>
          <dd>{agingOrganization.name}</dd>
        </div>
        <div>
          <dt>Id</dt>
          <dd className="mono">{agingOrganization.id}</dd>
        </div>
        <div>
          <dt>Contact</dt>
          <dd>{agingOrganization.contact}</dd>
        </div>
        <div>
          <dt>Phone</dt>
          <dd>{agingOrganization.phone}</dd>
        </div>
        <div>
          <dt>Address</dt>
          <dd>{agingOrganization.address}</dd>
        </div>
        <div>
          <dt>Website</dt>
          <dd>{agingOrganization.website}</dd>
        </div>
      </dl>
      <ul className="demo-cards demo-thirds">
        {parts.map((part) => (
          <li key={part.code} className="panel">
            <h2>{part.name}</h2>
            <Facts>
              <Fact label="Id">
                <span className="mono">{part.code}</span>
              </Fact>
              <Fact label="Contact">{part.contact}</Fact>
              <Fact label="Phone">{part.phone}</Fact>
              <Fact label="Active grants">
                {agingPrograms.filter((program) => program.department === part.code).length}
              </Fact>
            </Facts>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Four of the ten programs. */
export function GrantsTab() {
  return (
    <ul className="demo-cards">
      {agingPrograms
        .filter((program) => program.sample)
        .map((program) => (
          <li key={program.code} className="panel">
            <p className="flex flex-wrap items-center justify-between gap-2">
              <span className="mono text-14">{agingGrantNumber(program.code)}</span>
              <span
                className={`badge ${program.status === "Active" ? "tone-success" : "tone-danger"}`}
              >
                {program.status}
              </span>
            </p>
            <h2>{program.title}</h2>
            <p>{program.program}</p>
            <Facts>
              <Fact label="Amount">{formatCents(program.amount)}</Fact>
              <Fact label="Department">
                {agingDepartments.find((part) => part.code === program.department)!.name}
              </Fact>
            </Facts>
          </li>
        ))}
    </ul>
  );
}

const features = [
  [
    "Works now",
    [
      "Budget of the ten programs by award and department, with its ledger",
      "Requisitions, approvals, orders, receipts, matched invoices",
      "Payments by three people, NACHA file",
      "Audit record that verifies offline",
      "Reports by CSV and Excel from every list",
    ],
  ],
  [
    "Being built",
    ["Applications, drawdowns, subrecipient monitoring", "Federal forms and closeout", "Forecasts"],
  ],
] as const;

/** What the accounts can try, and what is still to come. */
export function FeaturesTab() {
  return (
    <div className="demo-cards">
      {features.map(([title, list]) => (
        <div key={title} className="panel">
          <h2>{title}</h2>
          <ul className="demo-list">
            {list.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
