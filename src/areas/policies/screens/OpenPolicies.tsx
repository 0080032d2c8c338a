import { Download, Printer } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { CheckCode } from "#areas/training/training.ui.tsx";
import { certificateKinds } from "../certificate/certificate.labels.ts";
import type { OpenCertificate } from "../certificate/certificate.model.ts";
import { policyKinds } from "../policy/policy.labels.ts";
import type { OpenPolicyRow } from "../policy/policy.model.ts";

type Open = { policies: OpenPolicyRow[]; certificates: OpenCertificate[] };
type Answer = Open & { agency: string; timeZone: string };
type Kind = { value: string; label: string };

const kindsIn = ({ policies, certificates }: Open): Kind[] => [
  ...[...new Set(policies.map(({ kind }) => kind))].map((kind) => ({
    value: `policy:${kind}`,
    label: policyKinds[kind],
  })),
  ...[...new Set(certificates.map(({ kind }) => kind))].map((kind) => ({
    value: `certificate:${kind}`,
    label: certificateKinds[kind],
  })),
];

const has = (words: string, ...texts: string[]): boolean =>
  words === "" || texts.join(" ").toLowerCase().includes(words);

const found = ({ policies, certificates }: Open, words: string, kind: string): Open => ({
  policies: policies.filter(
    (p) => (kind === "" || kind === `policy:${p.kind}`) && has(words, p.title, p.summary, p.number),
  ),
  certificates: certificates.filter(
    (c) =>
      (kind === "" || kind === `certificate:${c.kind}`) &&
      has(words, c.title, c.issuer, c.reference),
  ),
});

function OpenPolicy({ policy, timeZone }: { policy: OpenPolicyRow; timeZone: string }) {
  return (
    <li className="grid gap-1 border-b border-hair px-4 py-3 last:border-0">
      <Link className="text-link underline" to={pathTo("agencyPolicy", { id: policy.id })}>
        {policy.title}
      </Link>
      {policy.summary && <span className="max-w-[68ch]">{policy.summary}</span>}
      <span className="text-13 text-t2">
        {policyKinds[policy.kind]}, version {policy.versionNo}, published{" "}
        {formatInstant(policy.publishedAt, timeZone)}
      </span>
    </li>
  );
}

function OpenCertificateLine({ certificate: c }: { certificate: OpenCertificate }) {
  return (
    <li className="flex flex-wrap items-center gap-3 border-b border-hair px-4 py-3 last:border-0">
      <span className="mr-auto grid gap-1">
        <span>{c.title}</span>
        <span className="text-13 text-t2">
          {certificateKinds[c.kind]}, {c.issuer}
          {c.reference && `, ${c.reference}`}; valid from {formatDate(c.validFrom)}
          {c.validUntil && ` until ${formatDate(c.validUntil)}`}
        </span>
      </span>
      {c.file && (
        <a className="btn" href={`/api/v1/public/agency-certificates/${c.id}/file`} download>
          <Download aria-hidden="true" />
          File<span className="sr-only"> of {c.title}</span>
        </a>
      )}
    </li>
  );
}

type Sought = { words: string; kind: string };

function Seek({
  sought,
  kinds,
  onChange,
}: {
  sought: Sought;
  kinds: readonly Kind[];
  onChange: (sought: Sought) => void;
}) {
  return (
    <form
      role="search"
      className="no-print flex flex-wrap items-end gap-3"
      onSubmit={(event) => event.preventDefault()}
    >
      <label className="field min-w-48 flex-1">
        <span className="label">Find</span>
        <input
          type="search"
          className="field-control"
          value={sought.words}
          onChange={({ target }) => onChange({ ...sought, words: target.value })}
        />
      </label>
      <label className="field">
        <span className="label">Kind</span>
        <select
          className="field-control"
          value={sought.kind}
          onChange={({ target }) => onChange({ ...sought, kind: target.value })}
        >
          <option value="">All</option>
          {kinds.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <button type="button" className="btn" onClick={() => window.print()}>
        <Printer aria-hidden="true" />
        Print
      </button>
    </form>
  );
}

/** What everybody reads: published policies and certificates, found by words and by kind. */
export function OpenPolicies() {
  const [sought, setSought] = useState<Sought>({ words: "", kind: "" });
  const words = useDeferredValue(sought.words.trim().toLowerCase());
  const { data, error } = useGet<Answer>("agency-policies", "/api/v1/public/policies");
  if (error) return <ErrorPanel error={error} what="Policies and certificates" />;
  if (!data) return <RecordSkeleton />;
  const { policies, certificates } = found(data, words, sought.kind);
  return (
    <div className="stack">
      <header className="grid gap-1">
        <h1>Certifications and policies</h1>
        <p className="finding" role="status">
          {data.agency}: {counted(data.policies.length, "policy holds", "policies hold")},{" "}
          {counted(data.certificates.length, "certificate is", "certificates are")} valid.
        </p>
      </header>
      <Seek sought={sought} kinds={kindsIn(data)} onChange={setSought} />
      <CheckCode />
      <Panel title="Policies" flush>
        <ul>
          {policies.map((policy) => (
            <OpenPolicy key={policy.id} policy={policy} timeZone={data.timeZone} />
          ))}
        </ul>
        {policies.length === 0 && <p className="px-4 py-3">No policy is found.</p>}
      </Panel>
      <Panel title="Certificates" flush>
        <ul>
          {certificates.map((certificate) => (
            <OpenCertificateLine key={certificate.id} certificate={certificate} />
          ))}
        </ul>
        {certificates.length === 0 && <p className="px-4 py-3">No certificate is found.</p>}
      </Panel>
    </div>
  );
}
