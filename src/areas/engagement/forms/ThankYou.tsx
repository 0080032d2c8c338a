export default function ThankYou() {
  return (
    <div className="page-head">
      <h1>Thank you</h1>
      <p>
        It arrived. Where a letter was promised, it is on its way; look in the spam folder if you do
        not see it.
      </p>
      <p className="mt-6">
        <a className="btn" href="/">
          Back to the start
        </a>
      </p>
    </div>
  );
}
