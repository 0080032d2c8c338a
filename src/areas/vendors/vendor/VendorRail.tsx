import { CalendarClock, Hand, ShieldAlert, ShieldCheck, ShieldQuestion } from "lucide-react";
import { Link } from "react-router";
import { dateIn, formatDate, timeAgo } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useNow } from "#web/kit/now.ts";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import type { BankDetail } from "../bank/bank.model.ts";
import { mayRenew } from "../registration/term.model.ts";
import type { VendorDetail } from "./vendor.model.ts";
import { VendorFacts } from "./VendorOverview.tsx";

function Standing({ vendor }: { vendor: VendorDetail }) {
  const now = useNow();
  const { timeZone } = useAgency();
  const bank = useGet<BankDetail>("vendors", `/api/v1/vendors/${vendor.id}/bank`);
  const { screeningResult: result, screenedAt } = vendor;
  const Icon = result === "clear" ? ShieldCheck : result === null ? ShieldQuestion : ShieldAlert;
  const text =
    result === "clear"
      ? "Not on the exclusion list"
      : result === "possible"
        ? "Possible match with an excluded party"
        : result === "excluded"
          ? "Excluded from federal awards"
          : vendor.screenable
            ? "Not screened yet"
            : "Search SAM.gov for this vendor first";
  const open = bank.data?.changes.find((change) => change.status === "proposed");
  return (
    <Panel title="Standing">
      <ul className="checks">
        {vendor.holdReason && (
          <li className="fail">
            <Hand aria-hidden="true" />
            <span>
              {vendor.status === "suspended" ? "Suspended" : "On hold"}
              <small>{vendor.holdReason}</small>
            </span>
          </li>
        )}
        <li className={result === "clear" ? "pass" : result === "excluded" ? "fail" : "warn"}>
          <Icon aria-hidden="true" />
          <span>
            <Link className="underline" to="?tab=screening">
              {text}
            </Link>
            {!vendor.screenable && <small>no exclusion list is loaded: record your search</small>}
            {screenedAt && <small>screened {timeAgo(screenedAt, now)}</small>}
          </span>
        </li>
        {vendor.registeredUntil && (
          <li
            className={
              mayRenew(vendor.registeredUntil, dateIn(new Date(now).toISOString(), timeZone))
                ? "warn"
                : "pass"
            }
          >
            <CalendarClock aria-hidden="true" />
            <span>
              Registered until {formatDate(vendor.registeredUntil)}
              <small>the vendor renews it in its portal</small>
            </span>
          </li>
        )}
        {bank.data?.current?.heldUntil && vendor.paymentMethod !== "check" && (
          <li className="warn">
            <ShieldAlert aria-hidden="true" />
            <span>
              <Link className="underline" to="?tab=bank">
                Payments wait after a bank change
              </Link>
            </span>
          </li>
        )}
        {open && (
          <li className="warn">
            <ShieldAlert aria-hidden="true" />
            <span>
              <Link className="underline" to="?tab=bank">
                {open.number} waits for a call-back
              </Link>
              <small>proposed by {open.proposer}</small>
            </span>
          </li>
        )}
      </ul>
    </Panel>
  );
}

/** Beside the vendor's tabs: may it be used, how is it reached. */
export function VendorRail({ vendor }: { vendor: VendorDetail }) {
  return (
    <>
      <Standing vendor={vendor} />
      <Panel title="Reach and terms">
        <VendorFacts vendor={vendor} />
      </Panel>
    </>
  );
}
