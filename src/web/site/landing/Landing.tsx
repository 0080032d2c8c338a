import {
  Blocks,
  FileSignature,
  Link2,
  LockKeyhole,
  RadioTower,
  Route,
  Sparkles,
  Store,
  Waves,
  Wallet,
} from "lucide-react";
import { LowerSections } from "./LowerSections.tsx";
import { ProductPicture } from "./ProductPicture.tsx";

const products = [
  {
    icon: Waves,
    href: "/disaster-recovery",
    title: "Disaster recovery",
    text: "Ordinary purchasing and recovery share one record, so a claim starts with its evidence in place.",
    state: "Works now",
  },
  {
    icon: Sparkles,
    href: "/ai-procurement",
    title: "Procurement that explains itself",
    text: "The method, the threshold, the section it comes from, and what waits for whom, before you ask.",
    state: "Works now",
  },
  {
    icon: Route,
    href: "/quantum-logistics",
    title: "Logistics with the gap shown",
    text: "Routes and awards solved to a stated bound: you see how far the answer can be from the best one.",
    state: "Not built yet",
  },
  {
    icon: Link2,
    href: "/blockchain-trust",
    title: "An audit trail that proves itself",
    text: "Signed checkpoints and inclusion proofs. A verifier checks the file without our server.",
    state: "Works now",
  },
  {
    icon: RadioTower,
    href: "/iot-intelligence",
    title: "Delivery you can see",
    text: "Place, receipt and quantity agree, or the invoice waits; a device that fails says so.",
    state: "Works now",
  },
  {
    icon: FileSignature,
    href: "/contract-management",
    title: "Contracts that keep count",
    text: "Ceilings, change orders, retainage, and the clauses that the money requires.",
    state: "Works now",
  },
] as const;

const cards = [
  {
    icon: Store,
    title: "Vendor management",
    text: "One directory, screened against the federal exclusion list with the evidence kept; bank changes need two people and a hold.",
  },
  {
    icon: Wallet,
    title: "Budget and forecasting",
    text: "Every balance opens the entries behind it. Two approvals at once never spend the same dollar. Forecasts claim no more than their past proves.",
  },
  {
    icon: LockKeyhole,
    title: "Security and access",
    text: "Nobody approves their own work. Each agency's rows are closed to every other by the database itself.",
  },
  {
    icon: Blocks,
    title: "Integrations",
    text: "UBL invoices in, NACHA files out, CSV and Excel everywhere, and an OpenAPI description of every call.",
  },
] as const;

export default function Landing() {
  return (
    <>
      <section className="hero">
        <div>
          <h1>Every public dollar, from the need to the proof.</h1>
          <p>
            Plan the budget, buy, manage vendors and pay in one place, and hand any auditor a file
            that checks itself.
          </p>
          <div className="hero-actions">
            <a className="btn btn-primary" href="/waitlist">
              Join the waitlist
            </a>
            <a className="btn" href="/request-demo">
              Request a demo
            </a>
            <a className="hero-link" href="/feature-requests">
              Ask for a feature
            </a>
          </div>
        </div>
        <ProductPicture />
      </section>
      <section aria-labelledby="products-title">
        <h2 id="products-title" className="visually-hidden">
          Products
        </h2>
        <ul className="product-grid">
          {products.map(({ icon: Icon, href, title, text, state }) => (
            <li key={href}>
              <a href={href}>
                <span className="product-top">
                  <Icon aria-hidden="true" />
                  <span className="state">{state}</span>
                </span>
                <h3>{title}</h3>
                <p>{text}</p>
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section className="info-cards" aria-label="What is in it">
        {cards.map(({ icon: Icon, title, text }) => (
          <div className="panel" key={title}>
            <Icon aria-hidden="true" />
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
        ))}
      </section>
      <LowerSections />
    </>
  );
}
