import { LivePart } from "#web/site/LivePart.tsx";

export default function PublicVendors() {
  return (
    <>
      <div className="page-head">
        <h1>Vendors that work with public agencies</h1>
        <p>
          Vendors that chose to be seen, with what they supply and the certificates that an agency
          checked.
        </p>
      </div>
      <LivePart name="vendors" />
    </>
  );
}
