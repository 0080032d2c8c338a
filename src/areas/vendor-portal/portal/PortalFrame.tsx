import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { pageAt } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useCurrentInSight } from "#web/kit/inSight.ts";
import { EmptyState, RecordSkeleton } from "#web/kit/states.tsx";

const places: readonly (readonly [label: string, to: string])[] = [
  ["Waiting", "/vendor-portal"],
  ["Opportunities", "/opportunities"],
  ["Bids", "/vendor-portal/bids"],
  ["Awards", "/vendor-portal/protests"],
  ["Contracts", "/vendor-portal/contracts"],
  ["Projects", "/vendor-portal/projects"],
  ["Orders", "/vendor-portal/orders"],
  ["Grants", "/vendor-portal/grants"],
  ["Invoices", "/vendor-portal/invoices"],
  ["Payments", "/vendor-portal/payments"],
  ["Performance", "/vendor-portal/performance"],
  ["Messages", "/vendor-portal/messages"],
  ["Company", "/vendor-portal/company"],
];
const current = (to: string, path: string) =>
  to === "/vendor-portal" ? path === to : path === to || path.startsWith(`${to}/`);

/** The way through the vendor's own pages where the sidebar is folded away: it scrolls sideways. */
export function PortalNav() {
  const { pathname } = useLocation();
  const bar = useCurrentInSight(pathname);
  return (
    <nav aria-label="Vendor portal" className="tabs md:hidden" ref={bar}>
      {places
        .filter(([, to]) => pageAt(to))
        .map(([label, to]) => (
          <Link
            key={to}
            to={to}
            className="tab"
            aria-current={current(to, pathname) ? "page" : undefined}
          >
            {label}
          </Link>
        ))}
    </nav>
  );
}

function NotAVendor({ member }: { member: boolean }) {
  return (
    <section className="panel">
      {member ? (
        <EmptyState
          page
          kind="no-access"
          title="This is your vendors' side"
          action={
            <>
              <Link className="btn btn-primary" to="/vendor-registration">
                Registrations
              </Link>
              <Link className="btn" to="/vendor-directory">
                Vendor directory
              </Link>
            </>
          }
        >
          A vendor signs in with an account of its own and finds here what waits for it:
          invitations, orders to acknowledge, invoices, payments, messages.
        </EmptyState>
      ) : (
        <EmptyState
          page
          kind="first-use"
          title="You do not act for a company yet"
          action={
            <Link className="btn btn-primary" to="/vendor-registration">
              Register your company
            </Link>
          }
        >
          Register your company, or ask a colleague who has an account to invite your address.
        </EmptyState>
      )}
    </section>
  );
}

/**
 * Frame of the vendor's pages: the name of the page, the way to the others; others than vendors are
 * told where they belong.
 */
export function PortalFrame({
  title,
  sub,
  actions,
  children,
}: {
  title: ReactNode;
  sub?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { me, loading } = useAuth();
  if (loading || !me) return <RecordSkeleton />;
  if (me.kind !== "vendor") return <NotAVendor member={me.kind === "member"} />;
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="text-13 text-t3">{me.vendor?.name}</p>
          <h1>{title}</h1>
          {sub && <p className="mt-1 text-t2">{sub}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      <PortalNav />
      {children}
    </div>
  );
}

/** Reads everything anew after somebody became a vendor's person. */
export const useFreshStart = () => {
  const client = useQueryClient();
  return () => client.resetQueries();
};

/** Pages of a short list: 25 rows each, older and newer. */
export function Turn({
  page,
  more,
  onPage,
}: {
  page: number;
  more: boolean;
  onPage: (page: number) => void;
}) {
  if (page === 1 && !more) return null;
  return (
    <div className="flex items-center justify-between gap-3">
      <button
        type="button"
        className="btn btn-small"
        disabled={page === 1}
        onClick={() => onPage(page - 1)}
      >
        Newer
      </button>
      <span className="text-13 text-t3">Page {page}</span>
      <button
        type="button"
        className="btn btn-small"
        disabled={!more}
        onClick={() => onPage(page + 1)}
      >
        Older
      </button>
    </div>
  );
}
