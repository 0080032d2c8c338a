-- An award that departs from the published criteria says where and why (2 CFR 200.320(b)(2)): while it is evaluated as a text of the evaluation, then with the award.
alter table evaluation_text drop constraint evaluation_text_kind_check;
alter table evaluation_text add constraint evaluation_text_kind_check
  check (kind in ('sheet', 'analysis', 'finding', 'memo', 'departure'));

alter table award add column departure text not null default '';
