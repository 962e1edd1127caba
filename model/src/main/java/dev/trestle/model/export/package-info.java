/**
 * Designs as files: our own JSON, CloudFormation, Terraform, CDK and NoSQL Workbench, and back from
 * those that say enough. Start with {@link dev.trestle.model.export.ModelJson}, then {@link
 * dev.trestle.model.export.Infrastructure}, which the three descriptions of infrastructure are
 * written from. Uses {@code item}, {@code model.design}, {@code model.key} and jackson-core.
 */
@NullMarked
package dev.trestle.model.export;

import org.jspecify.annotations.NullMarked;
