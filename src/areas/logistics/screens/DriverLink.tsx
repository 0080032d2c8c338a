import { useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { formatInstant } from "#kernel/dates.ts";
import { api } from "#web/kit/api.ts";
import { Dialog } from "#web/kit/overlays.tsx";
import { QrCode } from "#web/kit/QrCode.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { DriverLink as Link } from "../proof/proof.model.ts";

const copy = (text: string) =>
  void navigator.clipboard.writeText(text).then(
    () => notify.done("Copied!", "Link copied to clipboard"),
    () => notify.failed("Not copied", "Select the link and copy it by hand."),
  );

/** What is printed alone, with the code: the driver scans it where the goods are handed over. */
function Slip({
  address,
  until,
  children,
}: {
  address: string;
  until: string;
  children: ReactNode;
}) {
  return createPortal(
    <div className="slip">
      {children}
      <p>Driver: scan this where you hand it over. It works once, until {until}.</p>
      <QrCode text={address} label="The driver's link as a QR code, on paper" />
    </div>,
    document.body,
  );
}

type Shown = { link: Link; slip: ReactNode };

function Made({
  made: { link, slip },
  zone,
  onClose,
}: {
  made: Shown;
  zone: string;
  onClose: () => void;
}) {
  const address = `${window.location.origin}${link.path}`;
  const until = formatInstant(link.endsAt, zone);
  return (
    <Dialog
      title="Link for the driver"
      description={`For this delivery alone, once, until ${until}. It is shown only now; a new one ends it.`}
      onClose={onClose}
    >
      <div className="grid justify-items-start gap-4">
        <QrCode text={address} label="The driver's link as a QR code" />
        <p className="mono text-13 break-all">{address}</p>
        <div className="flex flex-wrap gap-2">
          <button type="button" className="btn btn-primary" onClick={() => copy(address)}>
            Copy
          </button>
          <a
            className="btn"
            href={`mailto:?subject=${encodeURIComponent("Your delivery")}&body=${encodeURIComponent(address)}`}
          >
            Send by mail
          </a>
          {slip && (
            <button type="button" className="btn" onClick={() => window.print()}>
              Print the slip
            </button>
          )}
          <button type="button" className="btn" onClick={onClose}>
            Close
          </button>
        </div>
      </div>
      {slip && (
        <Slip address={address} until={until}>
          {slip}
        </Slip>
      )}
    </Dialog>
  );
}

/**
 * Makes the link for the driver of one shipment or transfer by an endpoint and shows it, once; with a slip,
 * both are printed. `zone` is the agency's time zone.
 */
export const useDriverLink = (zone: string) => {
  const [made, setMade] = useState<Shown | null>(null);
  const make = (path: string, slip: ReactNode = null): void => {
    api<Link>(path, { method: "POST", body: {} }).then(
      (link) => setMade({ link, slip }),
      (error: unknown) => notify.failed("No link was made", error),
    );
  };
  const shown = made && <Made made={made} zone={zone} onClose={() => setMade(null)} />;
  return { make, shown };
};
