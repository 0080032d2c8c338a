/**
 * Applicant types of SF-424 4.0, item 9, and the Grants.gov code under which an announcement names
 * them.
 */
export const applicantTypes = {
  "A: State Government": "00",
  "B: County Government": "01",
  "C: City or Township Government": "02",
  "D: Special District Government": "04",
  "E: Regional Organization": "25",
  "F: U.S. Territory or Possession": "25",
  "G: Independent School District": "05",
  "H: Public/State Controlled Institution of Higher Education": "06",
  "I: Indian/Native American Tribal Government (Federally Recognized)": "07",
  "J: Indian/Native American Tribal Government (Other than Federally Recognized)": "11",
  "K: Indian/Native American Tribally Designated Organization": "11",
  "L: Public/Indian Housing Authority": "08",
  "M: Nonprofit with 501C3 IRS Status (Other than Institution of Higher Education)": "12",
  "N: Nonprofit without 501C3 IRS Status (Other than Institution of Higher Education)": "13",
} as const;
type ApplicantType = keyof typeof applicantTypes;

/** Whether this applicant may apply; null while the announcement or the applicant does not say. */
export const mayApply = (
  applicantType: string | null,
  eligibility: readonly string[],
): boolean | null => {
  const code = applicantTypes[applicantType as ApplicantType] as string | undefined;
  if (eligibility.includes("99")) return true;
  if (!code || eligibility.length === 0) return null;
  if (eligibility.includes(code)) return true;
  // "Others" says what it means in the announcement's text only.
  return eligibility.includes("25") ? null : false;
};
