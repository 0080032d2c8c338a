/** Applicant types of CommonGrants beside the codes under which Grants.gov names them. */
const types: Readonly<Record<string, string>> = {
  government_state: "00",
  government_county: "01",
  government_municipal: "02",
  government_special_district: "04",
  school_district_independent: "05",
  school_district_city_or_township: "25",
  higher_education_public: "06",
  higher_education_private: "20",
  government_tribal_federally_recognized: "07",
  government_tribal: "11",
  tribal_federally_recognized: "07",
  organization_tribal_other: "11",
  public_housing_authority: "08",
  non_profit_with_501c3: "12",
  non_profit_without_501c3: "13",
  nonprofit_without_501c3: "13",
  individual: "21",
  for_profit_not_small_business: "22",
  for_profit_small_business: "23",
  unrestricted: "99",
};

/** Grants.gov's codes for CommonGrants' types; a type that has none is "others". */
export const codesOfCommon = (given: readonly string[]): string[] => [
  ...new Set(given.map((type) => types[type] ?? "25")),
];
