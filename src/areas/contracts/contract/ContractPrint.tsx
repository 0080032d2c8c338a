import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useRecord } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { contractKinds } from "./contract.labels.ts";
import type { ContractDetail } from "./contract.model.ts";
import { Lines, Term, Terms } from "./ContractPanels.tsx";

/** The terms of a contract as they go on paper, with room for both signatures. */
export default function ContractPrint() {
  const { id = "" } = useParams();
  const { name } = useAgency();
  const record = useRecord<ContractDetail>("/api/v1/contracts", id);
  if (record.isPending) return <RecordSkeleton />;
  if (!record.data)
    return (
      <ErrorPanel error={record.error} what="This contract" onRetry={() => void record.refetch()} />
    );
  const c = record.data;
  return (
    <main className="paper mx-auto grid max-w-4xl gap-5 p-8 max-md:p-4">
      <div className="no-print flex flex-wrap items-center gap-3">
        <Link className="btn" to={pathTo("contract", { id })}>
          Back to the contract
        </Link>
        <button type="button" className="btn btn-primary" onClick={() => window.print()}>
          Print
        </button>
      </div>
      <div>
        <p className="text-t2">{name}</p>
        <h1 className="text-28 font-semibold">
          Contract <span className="mono">{c.number}</span>
        </h1>
        <p>{c.title}</p>
        <p className="text-t2">
          {contractKinds[c.kind]} · {c.issuedTo?.name ?? c.vendor} · ceiling{" "}
          {formatCents(c.ceiling)}
        </p>
      </div>
      <Term contract={c} />
      <Terms contract={c} />
      <Lines contract={c} />
      {c.clauses.map(({ name, text, citation }, at) => (
        <section key={name}>
          <h2>
            {at + 1}. {name}
          </h2>
          <p className="whitespace-pre-wrap">{text}</p>
          {citation && <p className="text-13 text-t2">{citation}</p>}
        </section>
      ))}
      <div className="grid grid-cols-2 gap-8 pt-8 max-md:grid-cols-1">
        {[name, c.issuedTo?.name ?? c.vendor].map((party) => (
          <p key={party} className="border-t border-hair pt-2 text-t2">
            For {party}: name, date, signature
          </p>
        ))}
      </div>
      {c.signings.map((s) => (
        <p key={s.id} className="text-13 text-t2">
          Signed by {s.ourSigner} and {s.vendorSigner}, {formatDate(s.signedOn)}.
        </p>
      ))}
    </main>
  );
}
