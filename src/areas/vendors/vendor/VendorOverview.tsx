import { Eye, Plus, Star } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import { termsSaid } from "#kernel/payment-terms.ts";
import { counted } from "#kernel/words.ts";
import { Missing } from "#web/kit/DeadlineClock.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { EmptyState, Panel } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { VendorTaxForms } from "#areas/finance/finance.ui.tsx";
import { certifications, type Certification } from "./vendor.labels.ts";
import type { ContactRow, VendorDetail } from "./vendor.model.ts";

const RevealDialog = dialogOnDemand(async () => (await import("./VendorDialogs.tsx")).RevealDialog);
const ContactDialog = dialogOnDemand(
  async () => (await import("./VendorDialogs.tsx")).ContactDialog,
);

const address = (vendor: VendorDetail): string =>
  [
    vendor.address1,
    vendor.address2,
    [vendor.city, vendor.state, vendor.postalCode].filter(Boolean).join(" "),
  ]
    .filter(Boolean)
    .join(", ");

/** Says what a merged record leads to, and which records were merged into a kept one. */
export function MergedNotice({ vendor }: { vendor: VendorDetail }) {
  const { mergedInto, mergedHere } = vendor;
  if (!mergedInto && mergedHere.length === 0) return null;
  const link = ({ id, number, name }: { id: string; number: string; name: string }) => (
    <Link key={id} className="text-link" to={`/vendor-directory/${id}`}>
      {number} {name}
    </Link>
  );
  if (mergedInto)
    return (
      <p className="notice tone-info">
        <span>
          This record was merged into {link(mergedInto)}. It stays as it was then; orders, invoices
          and payments are there.
        </span>
      </p>
    );
  return (
    <p className="text-14 text-t2">
      Merged into this record:{" "}
      {mergedHere.flatMap((one, at) => (at ? [", ", link(one)] : [link(one)]))}
    </p>
  );
}

/** How the vendor is reached and paid, as facts. */
export function VendorFacts({ vendor }: { vendor: VendorDetail }) {
  return (
    <Facts>
      <Fact label="E-mail">
        {vendor.email ? (
          <a className="text-link" href={`mailto:${vendor.email}`}>
            {vendor.email}
          </a>
        ) : (
          <Missing />
        )}
      </Fact>
      <Fact label="Phone">
        {vendor.phone ? (
          <a className="text-link" href={`tel:${vendor.phone.replace(/[^+\d]/g, "")}`}>
            {vendor.phone}
          </a>
        ) : (
          <Missing />
        )}
      </Fact>
      <Fact label="Address">{address(vendor) || <Missing />}</Fact>
      <Fact label="Terms">
        net {counted(vendor.termsDays, "day")}, by{" "}
        {vendor.paymentMethod === "ach" ? "ACH" : "check"}
        {vendor.paymentTerms && (
          <span className="block text-13 text-t2">
            {vendor.paymentTerms}: {termsSaid(vendor.paymentTerms)}
          </span>
        )}
      </Fact>
      <Fact label="Insurance">
        {vendor.insuranceExpiresOn ? `until ${formatDate(vendor.insuranceExpiresOn)}` : <Missing />}
      </Fact>
    </Facts>
  );
}

/** Who the vendor is in law: UEI, tax number (last four), certifications, commodities. */
export function IdentityPanel({ vendor }: { vendor: VendorDetail }) {
  const [asking, setAsking] = useState(false);
  return (
    <Panel title="Identity">
      <Facts>
        <Fact label="Legal name">{vendor.name}</Fact>
        <Fact label="Doing business as">{vendor.doingBusinessAs}</Fact>
        <Fact label="UEI">
          {vendor.uei ? <span className="mono">{vendor.uei}</span> : <Missing />}
        </Fact>
        <Fact label="Tax number">
          {vendor.tinLast4 ? (
            <span className="inline-flex items-center gap-2">
              <span className="mono">
                {vendor.tinKind === "ssn" ? "•••-••-" : "••-•••"}
                {vendor.tinLast4}
              </span>
              {vendor.canRevealTin && (
                <button
                  type="button"
                  className="btn btn-quiet btn-icon btn-small"
                  aria-label="Show the whole tax number"
                  onClick={() => setAsking(true)}
                >
                  <Eye aria-hidden="true" />
                </button>
              )}
            </span>
          ) : (
            <Missing />
          )}
        </Fact>
        <Fact label="Form 1099">
          <VendorTaxForms vendorId={vendor.id} />
        </Fact>
        <Fact label="Public directory">{vendor.isPublic ? "Shown" : "Not shown"}</Fact>
        <Fact label="Certifications">
          {vendor.diversity.length > 0 ? (
            vendor.diversity.map((one) => certifications[one as Certification] ?? one).join(", ")
          ) : (
            <Missing />
          )}
        </Fact>
      </Facts>
      {vendor.website && (
        <p className="mt-4 text-14">
          <a className="text-link" href={vendor.website} rel="noreferrer noopener" target="_blank">
            {vendor.website}
          </a>
        </p>
      )}
      {asking && <RevealDialog vendor={vendor} onClose={() => setAsking(false)} />}
    </Panel>
  );
}

/** What the vendor sells, and what people noted. */
export function OverviewTab({ vendor }: { vendor: VendorDetail }) {
  return (
    <>
      <IdentityPanel vendor={vendor} />
      <Panel title="Commodities" aside="NAICS" flush={vendor.commodities.length > 0}>
        {vendor.commodities.length === 0 ? (
          <p className="text-t2">None yet. Requests for bids reach a vendor by its commodities.</p>
        ) : (
          <div className="table-scroll" tabIndex={0} role="region" aria-label="Commodities">
            <table className="ledger">
              <thead>
                <tr>
                  <th scope="col">Code</th>
                  <th scope="col">Title</th>
                </tr>
              </thead>
              <tbody>
                {vendor.commodities.map((c) => (
                  <tr key={c.code}>
                    <td>
                      <span className="mono">{c.code}</span>
                    </td>
                    <td>{c.name}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Panel>
      {vendor.note && (
        <Panel title="Note">
          <p className="whitespace-pre-wrap text-t2">{vendor.note}</p>
        </Panel>
      )}
    </>
  );
}

/** People at the vendor. */
export function ContactsTab({ vendor }: { vendor: VendorDetail }) {
  const [open, setOpen] = useState<ContactRow | "new" | null>(null);
  return (
    <Panel
      title="Contacts"
      flush={vendor.contacts.length > 0}
      aside={
        vendor.canEdit && (
          <button type="button" className="btn btn-small" onClick={() => setOpen("new")}>
            <Plus aria-hidden="true" />
            Add contact
          </button>
        )
      }
    >
      {vendor.contacts.length === 0 ? (
        <EmptyState kind="first-use" title="No contacts yet">
          Bank changes are verified by calling a person whose number was known before.
        </EmptyState>
      ) : (
        <div className="table-scroll" tabIndex={0} role="region" aria-label="Contacts">
          <table className="ledger">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Title</th>
                <th scope="col">E-mail</th>
                <th scope="col">Phone</th>
                <th scope="col">State</th>
              </tr>
            </thead>
            <tbody>
              {vendor.contacts.map((c) => (
                <tr key={c.id}>
                  <td>
                    {vendor.canEdit ? (
                      <button
                        type="button"
                        className="inline-flex items-center gap-2 font-medium text-link"
                        onClick={() => setOpen(c)}
                      >
                        {c.name}
                        {c.isPrimary && <Star className="!size-3" aria-label="first to call" />}
                      </button>
                    ) : (
                      c.name
                    )}
                  </td>
                  <td>{c.title || <Missing />}</td>
                  <td>{c.email ?? <Missing />}</td>
                  <td>{c.phone ?? <Missing />}</td>
                  <td>
                    <Badge
                      tone={c.active ? "success" : "neutral"}
                      label={c.active ? "Current" : "Left"}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {open && (
        <ContactDialog
          key={open === "new" ? "new" : open.id}
          vendor={vendor}
          contact={open === "new" ? null : open}
          onClose={() => setOpen(null)}
        />
      )}
    </Panel>
  );
}
