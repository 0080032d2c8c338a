-- Whether the law of an award's program demands prevailing wages, and where that is written.
alter table grant_award
  add column prevailing_wages text not null default 'notKnown'
    check (prevailing_wages in ('notKnown', 'yes', 'no')),
  add column prevailing_wages_source text not null default '',
  add check (prevailing_wages = 'notKnown' or prevailing_wages_source <> '');
