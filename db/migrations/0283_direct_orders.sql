-- An order without a requisition is weighed as a requisition is: why its method was chosen, what counts with like purchases, whether they change the method.
alter table purchase_order add column method_reason text not null default '', add column aggregate_amount bigint not null default 0, add column split_warning boolean not null default false;
