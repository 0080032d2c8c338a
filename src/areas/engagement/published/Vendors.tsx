import { LivePart } from "#web/site/LivePart.tsx";

export default function Vendors() {
  return (
    <>
      <div className="ask">
        <div>
          <h1>Sell to public agencies</h1>
          <p>
            One account for all agencies: your orders, what you delivered, your invoices and when
            they are paid.
          </p>
        </div>
        <div className="panel">
          <ol className="!mt-0 !border-t-0">
            <li>
              <b>Sign up</b> with your work address and confirm it.
            </li>
            <li>
              <b>Register as a vendor</b> under First steps. Each agency approves you once.
            </li>
            <li>
              <b>Acknowledge orders</b> by the link in the letter, even before you have an account.
            </li>
          </ol>
          <p className="mt-5 flex flex-wrap gap-3">
            <a className="btn btn-primary" href="/auth?mode=sign-up">
              Sign up
            </a>
            <a className="btn" href="/public-opportunities">
              See what agencies buy
            </a>
          </p>
        </div>
      </div>
      <h2 className="serif text-28 mt-10 mb-4">Vendors that chose to be seen</h2>
      <LivePart name="vendors" />
    </>
  );
}
