import { Banknote, ClipboardList, FileCheck2, Link2, PackageCheck, ReceiptText, ShieldCheck, Waves, Wallet } from "lucide-react";

const chain = [
  { icon: ClipboardList, what: "Requisition", fact: "Someone asks; the budget is checked and reserved" },
  { icon: ReceiptText, what: "Purchase order", fact: "The right people approve; the vendor gets the order" },
  { icon: PackageCheck, what: "Receipt", fact: "What came in, counted against what was ordered" },
  { icon: FileCheck2, what: "Invoice", fact: "Matched line by line, differences explained" },
  { icon: Banknote, what: "Payment", fact: "Proposed, approved and released by three people" },
];
const claims = [
  { icon: Wallet, title: "Money you can see", text: "Each balance opens the entries behind it. Two approvals at once never spend the same dollar." },
  { icon: Waves, title: "Ready for the flood", text: "Ordinary purchasing and disaster recovery share one record, so reimbursement starts with the evidence in place." },
  { icon: Link2, title: "An audit trail that proves itself", text: "Signed checkpoints and inclusion proofs. A verifier checks the file without our server." },
];

export default function Landing() {
  return (
    <>
      <section className="hero">
        <div>
          <h1>Every public dollar, from the need to the proof.</h1>
          <p>Levee is where a public agency plans its budget, buys, manages vendors, pays and keeps a record that any auditor can check without trusting anyone.</p>
          <div className="flex flex-wrap gap-3"><a className="btn btn-primary" href="/auth">Sign in</a><a className="btn" href="#how">How it works</a></div>
        </div>
        <div className="panel proof" tabIndex={0} role="region" aria-label="The steps of a purchase">
          <header><span className="mono">One purchase, one chain</span><span className="badge tone-success"><ShieldCheck aria-hidden="true" />Verifiable offline</span></header>
          <table className="ledger">
            <caption className="visually-hidden">The steps of a purchase</caption>
            <tbody>{chain.map(({ icon: Icon, what, fact }) => <tr key={what}><th scope="row" className="!text-14 !text-t1"><span className="flex items-center gap-3"><Icon aria-hidden="true" />{what}</span></th><td className="text-t2">{fact}</td></tr>)}</tbody>
            <tfoot><tr><td>Audit record</td><td>Every step above, in one ledger that shows any change</td></tr></tfoot>
          </table>
        </div>
      </section>
      <section className="claims" id="how" aria-label="How it works">
        {claims.map(({ icon: Icon, title, text }) => <div key={title}><Icon aria-hidden="true" /><h2>{title}</h2><p>{text}</p></div>)}
      </section>
    </>
  );
}
