/**
 * Exports designs to files: our own JSON, CloudFormation, Terraform, CDK and NoSQL Workbench.
 * Imports those formats that contain enough information. Start with {@link
 * dev.trestle.design.export.ModelJson}, then {@link dev.trestle.design.export.Infrastructure}, from
 * which the three infrastructure formats are written. Uses {@code item}, {@code design}, {@code
 * model.key} and jackson-core.
 */
@NullMarked
package dev.trestle.design.export;

import org.jspecify.annotations.NullMarked;
