/**
 * One budget line of the demo agency: 210-RDB-5340, fiscal year 2027. Widths are hundredths of the
 * budget of $672,000.00.
 */
export function StripPicture() {
  return (
    <div className="panel proof strip-picture">
      <header>
        <b>Road and bridge fund · materials</b>
        <span className="plate-no">210-RDB-5340</span>
      </header>
      <div className="panel-body">
        <p className="strip-total">
          <b>$672,000.00</b> adopted for the year
        </p>
        <svg className="strip" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
          <rect className="strip-rest" width="100" height="4" />
          <rect className="strip-expended" width="8.5" height="4" />
          <rect className="strip-encumbered" x="8.5" width="12.6" height="4" />
        </svg>
        <dl className="facts-row">
          <div>
            <dt>
              <span className="strip-key strip-key-expended" aria-hidden="true" />
              Spent
            </dt>
            <dd>$57,189.85</dd>
          </div>
          <div>
            <dt>
              <span className="strip-key strip-key-encumbered" aria-hidden="true" />
              Held for orders and requests
            </dt>
            <dd>$84,912.22</dd>
          </div>
          <div>
            <dt>
              <span className="strip-key strip-key-available" aria-hidden="true" />
              Free
            </dt>
            <dd>$529,897.93</dd>
          </div>
        </dl>
      </div>
    </div>
  );
}
